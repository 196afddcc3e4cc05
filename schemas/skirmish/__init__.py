"""The models of the skirmish family: figures on a table that is measured in inches."""
