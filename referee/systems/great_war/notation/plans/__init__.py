"""Plans of a side for battles: their templates, and their answers to the questions of a battle."""
