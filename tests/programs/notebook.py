"""Cells of a notebook: a battle, its best card, and the dice of a match as columns of numbers."""

from fractions import Fraction

import referee

# %% The map as a graph
match = referee.open_in_memory("ttlm", "1914", seed=7)
print("marches from Koblenz to Paris:", match.map.distance("koblenz", "paris"))
print("worth most:", max(match.map, key=lambda area: area.points).name)

# %% The odds of the first battles, as fractions
game = match.game()
for order in ("offensive 1", "move 1st army to liege", "move 2nd army to liege"):
    game = game.play(game.read("german", order)[0])
battle = game.odds("liege", choices=True).battles[0]
taken = sum((end.exact for end in battle.ends if end.holder == "german"), Fraction(0))
print(f"Liège is taken with {float(taken):.1%}")
best = next(choice for choice in battle.choices if choice.best)
print("best choice:", best.kind, best.name or best.rounds, f"{best.about_points:+.2f} points")

# %% A hidden hand, sampled a hundred times
chances = [
    sum("Gas" in match.map.cards[card - 1].name for card in sampled.position.hands["entente"].cards)
    for sampled in (game.sample("german", seed) for seed in range(100))
    if isinstance(sampled.position, referee.GreatWarPosition)
]
print("gas cards in the enemy's hand, mean of 100 samples:", sum(chances) / len(chances))
