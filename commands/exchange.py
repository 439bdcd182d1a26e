"""``cardzoo export`` and ``cardzoo import``: agents in one file, to be given to others and taken from them."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cardzoo.commands.terminal import Guests, console, meet
from cardzoo.envs.extras import check_extra
from cardzoo.envs.registry import reference_of, registered_game

SUFFIX, ONNX = ".zip", ".onnx"


def export(
    model: Annotated[Path, Parameter(help="The folder of a run or a model.")],
    file: Annotated[
        Path | None, Parameter(help="The file to write, .zip or .onnx; by default it has the folder's name.")
    ] = None,
    *,
    onnx: Annotated[
        bool, Parameter(help="Write an ONNX graph instead, for other programs; it cannot be imported.", negative="")
    ] = False,
    games: Guests = None,
) -> None:
    """Write a trained agent as one file, to be given to others."""
    from cardzoo.agents.exchange import export_model, write_new
    from cardzoo.envs.policies.models import check_fit, load_model

    meet(games)
    suffix = ONNX if onnx else SUFFIX
    file = file or Path(f"{model.resolve().name}{suffix}")
    if file.suffix != suffix:
        raise ValueError(f"{file}: the name of what is written should end in {suffix}; --onnx writes {ONNX}")
    if onnx:
        check_extra("onnx")
        from cardzoo.agents.onnx_graph import to_onnx

        card, tensors = load_model(model)
        check_fit(card, model)
        write_new(file, to_onnx(card, tensors))
    else:
        card = export_model(model, file)
    told = f"{file}: {card.game} for {card.num_players} players, {file.stat().st_size:,} bytes"
    hint = "" if onnx else f"; it is taken in by: cardzoo import {file}"
    console.print(told + hint, highlight=False, soft_wrap=True, markup=False)


def import_agent(
    file: Annotated[Path, Parameter(help="A file that `cardzoo export` has written.")],
    *,
    out: Annotated[
        Path | None, Parameter(help="The model's folder; by default it is below runs/ and has the file's name.")
    ] = None,
    games: Guests = None,
) -> None:
    """Check an agent's file and make a folder of it, to be named wherever an agent is named. Nothing in it is run."""
    from cardzoo.agents.exchange import folder_name, import_model

    meet(games)
    folder = out or Path("runs") / folder_name(file)
    card = import_model(file, folder)
    name = reference_of(registered_game(card.game))
    told = f"{folder}: {card.game} for {card.num_players} players; try: cardzoo evaluate {name} {folder}"
    console.print(told, highlight=False, soft_wrap=True, markup=False)
