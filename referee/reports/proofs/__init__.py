"""What reports say of chance and proof: the club log, and dice that wait for the beacon."""
