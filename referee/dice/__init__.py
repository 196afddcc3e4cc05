"""Chance that anyone can check: chains of keys, sealed and spoken dice."""
