"""Delivery of mail and reports, and the passwords of servers."""
