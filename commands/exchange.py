"""``cardzoo export`` and ``cardzoo import``: trained agents as single files, to share with others."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cardzoo.commands.terminal import MoreGames, console, import_games

SUFFIX, ONNX = ".zip", ".onnx"


def export(
    model: Annotated[Path, Parameter(help="Folder of a run or a model.")],
    file: Annotated[
        Path | None, Parameter(help="File to write, .zip or .onnx; by default the folder's name with this suffix.")
    ] = None,
    *,
    onnx: Annotated[
        bool, Parameter(help="Write an ONNX graph for other programs; cardzoo cannot import it.", negative="")
    ] = False,
    games: MoreGames = None,
) -> None:
    """Write a trained agent as one file, to share with others."""
    from cardzoo.agents.exchange import export_model, write_new
    from cardzoo.envs.extras import check_extra
    from cardzoo.envs.policies.models import check_fit, load_model

    import_games(games)
    suffix = ONNX if onnx else SUFFIX
    file = file or Path(f"{model.resolve().name}{suffix}")
    if file.suffix != suffix:
        raise ValueError(f"{file}: the file's name must end in {suffix}; --onnx writes {ONNX}")
    if onnx:
        check_extra("onnx")
        from cardzoo.agents.onnx_graph import to_onnx

        card, tensors = load_model(model)
        check_fit(card, model)
        write_new(file, to_onnx(card, tensors))
    else:
        card = export_model(model, file)
    message = f"{file}: {card.game} for {card.num_players} players, {file.stat().st_size:,} bytes"
    hint = "" if onnx else f"; to import it: cardzoo import {file}"
    console.print(message + hint, highlight=False, soft_wrap=True, markup=False)


def import_agent(
    file: Annotated[Path, Parameter(help="File written by `cardzoo export`.")],
    *,
    out: Annotated[
        Path | None, Parameter(help="Folder of the model; by default below runs/, with the file's name.")
    ] = None,
    games: MoreGames = None,
) -> None:
    """Check an agent's file, and make a model folder of it, which commands accept as an agent. No code in it is run."""
    from cardzoo.agents.exchange import folder_name, import_model
    from cardzoo.envs.registry import reference_of, registered_game

    import_games(games)
    folder = out or Path("runs") / folder_name(file)
    card = import_model(file, folder)
    name = reference_of(registered_game(card.game))
    message = f"{folder}: {card.game} for {card.num_players} players; try: cardzoo evaluate {name} {folder}"
    console.print(message, highlight=False, soft_wrap=True, markup=False)
