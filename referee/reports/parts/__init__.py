"""Parts of a report: prompts, entries, recent news, keys of the dice."""
