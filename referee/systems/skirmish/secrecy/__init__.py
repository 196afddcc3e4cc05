"""Knowledge of each side in the skirmish."""
