"""Crown: three powers claim the provinces of a kingdom."""
