"""Static site of a club: pages made from public copies of its matches."""
