"""Simulation and its players."""
