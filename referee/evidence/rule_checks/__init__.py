"""Checks of a journal against the pack, the rules and the policy that it names."""
