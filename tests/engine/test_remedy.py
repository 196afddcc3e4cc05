from referee.engine.remedy import suggest_in_english


def test_the_nearest_name_is_offered_first():
    assert suggest_in_english("brok", ["anvil", "brook", "crag"]) == "did you mean `brook`?"


def test_few_names_are_all_listed_where_none_is_near():
    assert suggest_in_english("xyz", ["anvil", "brook", "brook"]) == "known: `anvil` and `brook`"


def test_many_names_are_not_listed():
    assert suggest_in_english("xyz", [f"area {n}" for n in range(13)]) == ""


def test_nothing_is_offered_where_there_is_nothing():
    assert suggest_in_english("xyz", []) == ""
