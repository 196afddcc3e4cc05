"""Chance that anyone can check: key chains, sealed dice and manual dice."""
