"""The parts of a report: what is asked, the entries, the news in short, the keys of the dice."""
