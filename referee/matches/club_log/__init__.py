"""The club log: a tree of RFC 6962 over the heads of all matches of a shelf, with proofs in each report."""
