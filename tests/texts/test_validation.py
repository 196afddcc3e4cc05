from collections.abc import Mapping
from typing import Annotated, Generic, Literal, TypeVar

import pytest
from pydantic import Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

from referee.faults import DataFault
from referee.texts import strict_yaml
from referee.texts.tree import Tree, quote
from referee.texts.validation import validate
from schemas.model import Model, ModelUnion


class Gun(Model):
    type: Literal["gun"] = "gun"
    calibre: Annotated[int, Field(lt=1000)]
    gun: str = ""


class Horse(Model):
    type: Literal["horse"] = "horse"
    name: str
    tame: bool = False
    horse: tuple[int, ...] = ()


class Stable(Model):
    stalls: tuple[Annotated[Gun | Horse, Field(discriminator="type")], ...] = ()
    at: tuple[int, int] = (0, 0)
    feed: Mapping[int, str] = {}
    kin: Mapping[Literal["bay", "dapple"], int] = {}
    owner: str | None = None
    beds: Annotated[int, Field(ge=0, le=9)] = 0
    open: bool = False
    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")] = "a"
    words: str = ""
    brand: Annotated[str, Field(pattern=r"^[A-Z]+$", max_length=3)] = ""
    mates: Mapping[str, Gun] = {}
    colours: Annotated[tuple[str, ...], Field(min_length=1)] = ("red",)


Beast = TypeVar("Beast", bound=Model)


class Pair(Model, Generic[Beast]):
    near: Beast
    off: tuple[Beast, ...] = ()


class Team(Model):
    pair: Pair[Horse]
    reach: int = 0
    load: int = 0

    @field_validator("load")
    @classmethod
    def _draw_less_than_a_ton(cls, load):
        if load >= 1000:
            raise PydanticCustomError("misshapen", "{load} is more than a ton", {"load": load})
        return load

    @model_validator(mode="after")
    def _draw_the_load(self):
        if self.load > self.reach:
            raise PydanticCustomError("misshapen", "{load} is more than it draws", {"load": self.load})
        return self


WHOLE = "which is not a whole number (write digits only: 8, 1914, -2)"
TRUTH = "not true or false (write true or false)"
KEYS = "but must be keys with values (write `key: value` lines)"
LIST = "but must be a list (write [one, two], or one `- item` per line)"

FAULTS = {
    "no for a truth value": ("open: no", f"s:1:7: `open` is `no`, {TRUTH}"),
    "yes in quotation marks": ("open: 'yes'", f"s:1:7: `open` is `yes`, {TRUTH}"),
    "one for a truth value": ("open: 1", f"s:1:7: `open` is `1`, {TRUTH}"),
    "True in a large letter": ("open: True", f"s:1:7: `open` is `True`, {TRUTH}"),
    "an octal number": ("beds: 08", f"s:1:7: `beds` is `08`, {WHOLE}"),
    "a hexadecimal number": ("beds: 0x10", f"s:1:7: `beds` is `0x10`, {WHOLE}"),
    "a number with a power": ("beds: 1e0", f"s:1:7: `beds` is `1e0`, {WHOLE}"),
    "a number with an underscore": ("beds: 1_0", f"s:1:7: `beds` is `1_0`, {WHOLE}"),
    "a number with a fraction": ("beds: 3.0", f"s:1:7: `beds` is `3.0`, {WHOLE}"),
    "a number with a plus": ("beds: +3", f"s:1:7: `beds` is `+3`, {WHOLE}"),
    "a number with a space": ("beds: ' 3'", f"s:1:7: `beds` is ` 3`, {WHOLE}"),
    "minus nought": ("beds: -0", f"s:1:7: `beds` is `-0`, {WHOLE}"),
    "a sexagesimal": ("beds: 3:1", f"s:1:7: `beds` is `3:1`, {WHOLE}"),
    "a word for a number": ("beds: three", f"s:1:7: `beds` is `three`, {WHOLE}"),
    "a number in Arabic digits": ("beds: ٣", f"s:1:7: `beds` is `٣`, {WHOLE}"),
    "a loose number in a list": ("at: [1, 02]", f"s:1:9: item 2 of `at` is `02`, {WHOLE}"),
    "a loose number as a key": ("feed: {1_914: oats}", f"s:1:8: the key of `feed` is `1_914`, {WHOLE}"),
    "no number as a key": ("feed: {one: oats}", f"s:1:8: the key of `feed` is `one`, {WHOLE}"),
    "a key out of a list of choices": (
        "kin: {bay: 1, dappel: 2}",
        "s:1:15: the key of `kin` is `dappel`, which is not one of the choices (did you mean `dapple`?)",
    ),
    "a number too small": ("beds: -1", "s:1:7: `beds` is `-1` and must be 0 or more"),
    "a number too large": ("beds: 10", "s:1:7: `beds` is `10` and must be 9 or less"),
    "a key nobody knows": ("\nbedz: 3", "s:2:1: the key `bedz` is not known here (did you mean `beds`?)"),
    "a key nobody could mean": (
        "qqq: 3",
        "s:1:1: the key `qqq` is not known here (known: `stalls`, `at`, `feed`, `kin`, `owner`, `beds`, "
        "`open`, `id`, `words`, `brand`, `mates` and `colours`)",
    ),
    "a key that is missing": ("stalls:\n- type: horse", "s:2:3: `name` is missing (add it here)"),
    "an unknown key in a branch": (
        "stalls:\n- {type: gun, calibre: 42, callibre: 1}",
        "s:2:28: the key `callibre` is not known here (known: `gun`)",
    ),
    "a fault in a branch with a key of its name": (
        "stalls: [{type: gun, calibre: x, gun: [1]}]",
        f"s:1:31: `calibre` is `x`, {WHOLE}\n"
        "s:1:39: `gun` is a list, which is not a text (write a text, '' for an empty one)",
    ),
    "a fault below a key with the name of its branch": (
        "stalls: [{type: horse, name: x, horse: [1, x]}]",
        f"s:1:44: item 2 of `horse` is `x`, {WHOLE}",
    ),
    "a fault at a key that is called as the record is": (
        "mates: {bob: {type: gun, calibre: 1, gun: [1]}}",
        "s:1:43: `gun` is a list, which is not a text (write a text, '' for an empty one)",
    ),
    "a branch nobody knows": (
        "stalls:\n- {type: hrose, name: x}",
        "s:2:10: `type` is `hrose`, which is not one of the choices (did you mean `horse`?)",
    ),
    "a branch without a name": ("stalls:\n- {name: x}", "s:2:3: `type` is missing (add it here)"),
    "an id in capitals": (
        "id: Le_Havre",
        "s:1:5: `id` is `Le_Havre`, which has the wrong form "
        "(write small letters and digits, with hyphens between, as in `bar-le-duc`)",
    ),
    "a pair of one": ("at: [1]", "s:1:5: item 2 of `at` is missing (add it here)"),
    "a pair of three": ("at: [1, 2, 3]", "s:1:5: `at` has more than 2 items"),
    "a list too short": ("colours: []", "s:1:10: `colours` has 0 items and needs 1 or more"),
    "a list whose only item is wrong": (
        "colours: [[red]]",
        "s:1:11: item 1 of `colours` is a list, which is not a text (write a text, '' for an empty one)",
    ),
    "a word for a list": ("colours: red", f"s:1:10: `colours` is `red`, {LIST}"),
    "nothing for a list": ("colours:", f"s:1:9: `colours` is nothing, {LIST}"),
    "a list for keys": ("feed: [1]", f"s:1:7: `feed` is a list, {KEYS}"),
    "a word for a record": ("stalls: [horse]", f"s:1:10: item 1 of `stalls` is `horse`, {KEYS}"),
    "nothing for a text": (
        "words: ",
        "s:1:7: `words` is nothing, which is not a text (write a text, '' for an empty one)",
    ),
    "a number without end": (
        f"beds: {'9' * 5000}",
        f"s:1:7: `beds` is `{'9' * 39}…`, which has too many digits",
    ),
    "signs for the terminal": (
        'id: "\\e[31m"',
        "s:1:5: `id` is `\\x1b[31m`, which has the wrong form "
        "(write small letters and digits, with hyphens between, as in `bar-le-duc`)",
    ),
    "a text of the wrong form": (
        "brand: b",
        "s:1:8: `brand` is `b`, which has the wrong form (it must match ^[A-Z]+$)",
    ),
    "a text that is too long": ("brand: ABCD", "s:1:8: `brand` has more than 3 characters"),
    "a fault there are no words for": (
        "mates: {bob: {calibre: 1000}}",
        "s:1:24: `calibre`: input should be less than 1000",
    ),
    "an unknown key under a name of one's own": (
        "mates: {bob: {calibre: 1, calibr: 2}}",
        "s:1:27: the key `calibr` is not known here (known: `type` and `gun`)",
    ),
    "nothing at all": ("# a remark", f"s:1:1: the whole is nothing, {KEYS}"),
    "several faults at once": (
        "words: [a]\nopen: no\nbeds: 08\nbedz: 1",
        "s:1:8: `words` is a list, which is not a text (write a text, '' for an empty one)\n"
        f"s:2:7: `open` is `no`, {TRUTH}\n"
        f"s:3:7: `beds` is `08`, {WHOLE}\n"
        "s:4:1: the key `bedz` is not known here "
        "(known: `stalls`, `at`, `feed`, `kin`, `owner`, `id`, `brand`, `mates` and `colours`)",
    ),
}


@pytest.mark.parametrize(("text", "complaints"), FAULTS.values(), ids=FAULTS.keys())
def test_invalid_field_is_reported_with_line_and_column(text, complaints):
    with pytest.raises(DataFault) as fault:
        validate(strict_yaml.read(text, "s"), Stable)

    assert str(fault.value) == complaints


def test_scalars_are_converted_to_field_types():
    text = """
        {open: true, beds: 0, at: [-1, 1914], feed: {1914: oats}, owner: null,
         stalls: [{type: gun, calibre: 1}]}
    """

    stable = validate(strict_yaml.read(text, "s"), Stable)

    assert stable == Stable(open=True, beds=0, at=(-1, 1914), feed={1914: "oats"}, stalls=(Gun(calibre=1),))


@pytest.mark.parametrize("text", ["no", "08", "3:1", "1_000", "true", "1", "0", "t", "+3", "1.10"])
def test_text_field_accepts_any_text(text):
    assert validate(strict_yaml.read(f"words: {text}", "s"), Stable).words == text


def test_json_tree_is_validated_strictly():
    value = {"open": 1, "beds": True, "at": [1.0, "02"], "words": 3}

    with pytest.raises(DataFault) as fault:
        validate(Tree("letters", value, start=(7, 1)), Stable)

    assert sorted(str(fault.value).splitlines()) == [
        f"letters:7:1: `beds` is `true`, {WHOLE}",
        f"letters:7:1: `open` is `1`, {TRUTH}",
        "letters:7:1: `words` is `3`, which is not a text (write a text, '' for an empty one)",
        f"letters:7:1: item 1 of `at` is `1.0`, {WHOLE}",
        f"letters:7:1: item 2 of `at` is `02`, {WHOLE}",
    ]


def test_json_tree_can_contain_numbers_and_truth_values():
    value = {"open": True, "beds": 1, "at": [0, 1]}

    assert validate(Tree("letters", value), Stable) == Stable(open=True, beds=1, at=(0, 1))


def test_number_of_faults_is_limited():
    text = "\n".join(f"k{n}: 1" for n in range(5_000))

    with pytest.raises(DataFault) as fault:
        validate(strict_yaml.read(text, "s"), Stable)

    assert len(fault.value.complaints) == 100


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("type: horse\nhorse: [1]", "s:1:1: `name` is missing (add it here)"),
        ("type: horse\nname: Bay\nhorse: [x]", f"s:3:9: item 1 of `horse` is `x`, {WHOLE}"),
        ("type: gun\ngun: {a: 1}", "s:1:1: `calibre` is missing (add it here)"),
    ],
)
def test_key_named_like_its_type_is_a_key(text, told):
    shape: ModelUnion[Gun | Horse] = ModelUnion(Gun | Horse)

    with pytest.raises(DataFault) as fault:
        validate(strict_yaml.read(text, "s"), shape)
    assert str(fault.value).split("\n")[0] == told


def test_generic_model_is_validated():
    text = "pair: {near: {type: horse, name: Bay}, off: [{type: horse, name: Roan}]}"

    assert validate(strict_yaml.read(text, "s"), Team) == Team(
        pair=Pair(near=Horse(name="Bay"), off=(Horse(name="Roan"),))
    )
    with pytest.raises(DataFault) as fault:
        validate(strict_yaml.read("pair: {near: {type: horse}, off: [{type: horse, name: [1]}]}", "s"), Team)
    assert str(fault.value) == (
        "s:1:14: `name` is missing (add it here)\n"
        "s:1:55: `name` is a list, which is not a text (write a text, '' for an empty one)"
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("load: 1000", "s:2:7: `load`: 1000 is more than a ton"),
        ("load: 3", "s:1:1: the whole: 3 is more than it draws"),
    ],
)
def test_inconsistent_parts_are_reported_at_their_place(text, told):
    with pytest.raises(DataFault) as fault:
        validate(strict_yaml.read(f"pair: {{near: {{type: horse, name: Bay}}}}\n{text}", "s"), Team)

    assert str(fault.value) == told


@pytest.mark.parametrize(
    ("node", "quoted"),
    [
        (None, "nothing"),
        ({"a": 1}, "a mapping"),
        ([1, 2], "a list"),
        (True, "`true`"),
        (1.5, "`1.5`"),
        ("x" * 40, f"`{'x' * 40}`"),
        ("x" * 41, f"`{'x' * 39}…`"),
        ("a\nb\x1b", "`a\\nb\\x1b`"),
    ],
)
def test_values_are_quoted_short_and_printable(node, quoted):
    assert str(quote(node)) == quoted
