"""The languages that the referee speaks."""
