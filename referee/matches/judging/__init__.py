"""Judging of letters: each order is checked, and results are filed and answered."""
