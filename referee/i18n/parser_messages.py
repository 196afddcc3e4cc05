"""Messages of the JSON and YAML parsers and of pydantic models, as templates that catalogues translate.

The parsers speak English only. A message that is not listed here is not translated.
"""

from referee.i18n.translator import Saying, message, saying

_OF_JSON = frozenset({
    message("expecting value"),
    message("expecting property name enclosed in double quotes"),
    message("expecting ':' delimiter"),
    message("expecting ',' delimiter"),
    message("extra data"),
    message("unterminated string starting at"),
    message("invalid control character at"),
    message("invalid \\escape"),
    message("invalid \\uXXXX escape"),
    message("illegal trailing comma before end of object"),
    message("illegal trailing comma before end of array"),
})  # fmt: skip

_OF_YAML = frozenset({
    message("block sequence entries are not allowed in this context"),
    message("could not find expected ':'"),
    message("did not find expected ',' or ']'"),
    message("did not find expected ',' or '}}'"),
    message("did not find expected '-' indicator"),
    message("did not find expected <document start>"),
    message("did not find expected alphabetic or numeric character"),
    message("did not find expected comment or line break"),
    message("did not find expected hexdecimal number"),
    message("did not find expected key"),
    message("did not find expected node content"),
    message("did not find expected whitespace or line break"),
    message("found a tab character that violates indentation"),
    message("found a tab character where an indentation space is expected"),
    message("found character that cannot start any token"),
    message("found undefined tag handle"),
    message("found unexpected ':'"),
    message("found unexpected document indicator"),
    message("found unexpected end of stream"),
    message("found unknown directive name"),
    message("found unknown escape character"),
    message("mapping keys are not allowed in this context"),
    message("mapping values are not allowed in this context"),
})  # fmt: skip

_OF_SHAPES = frozenset({message("value error, inches have at most two decimals, as in 17.25")})

_KNOWN = {template.replace("}}", "}"): template for template in _OF_JSON | _OF_YAML | _OF_SHAPES}


def reword(text: str) -> Saying | str:
    """Return a parser's message for the middle of a sentence."""
    lower_case = f"{text[:1].lower()}{text[1:]}"
    template = _KNOWN.get(lower_case.removesuffix(": ").strip())
    return saying(template) if template is not None else lower_case
