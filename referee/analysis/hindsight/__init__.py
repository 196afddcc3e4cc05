"""A match looked back upon: what luck did in its battles, and what an order changed."""
