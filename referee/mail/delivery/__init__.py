"""Ways for mail and reports to leave."""
