"""Events between the turns of the Great War."""
