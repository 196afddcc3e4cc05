"""Languages of the referee and their catalogues."""
