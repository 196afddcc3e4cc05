"""Rulings: errors that are found late, resolved by the policy of a match."""
