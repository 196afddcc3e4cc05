"""Proofs of the author of a mail: tokens, results of a mail server, signatures."""
