"""Letters judged: heard order by order, filed, and answered."""
