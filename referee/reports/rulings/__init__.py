"""Results of letters and entries, as answers and as documents."""
