"""Reports, logs, maps and pages of a match for one viewer."""
