"""Exact odds of battles by dynamic programming, and the choices that they recommend."""
