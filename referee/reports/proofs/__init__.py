"""Chance and proof in reports: the club log, and dice that wait for the beacon."""
