"""Ways for mail and reports to leave, and the passwords of servers."""
