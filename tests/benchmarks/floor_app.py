"""The floor of a cold command: a trivial Typer app with one frozen pydantic model."""

from typing import Annotated

import typer
from pydantic import BaseModel, ConfigDict


class Order(BaseModel):
    """An order with two fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    count: int


app = typer.Typer()


@app.command()
def show(name: str, count: Annotated[int, typer.Option()] = 1) -> None:
    """Print an order."""
    typer.echo(Order(name=name, count=count))


if __name__ == "__main__":
    app()
