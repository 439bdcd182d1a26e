"""Model card of a network that has been trained at the tables of a run."""

from collections.abc import Mapping
from typing import Any

from cardzoo.envs.policies.models import ModelCard, digest_layout
from cardzoo.training.config import TrainingConfig
from cardzoo.training.tables.self_play import SelfPlay


def card_of(
    tables: SelfPlay, config: TrainingConfig, options: Mapping[str, Any], greedy: bool, training: Mapping[str, Any]
) -> ModelCard:
    """The model card of a network that has been trained at some tables.

    Args:
        tables: tables of its training.
        config: configuration of its training.
        options: options of the games in which it will play.
        greedy: whether it plays its likeliest actions then, or samples them.
        training: the card's record of the training.
    """
    batch = tables.batch
    shares_layers = config.trainer == "ppo" and config.learning.critic == "observation"  # the value with the policy
    return ModelCard(
        game=batch.game.id,
        encoding=batch.encoder.name,
        num_players=batch.num_players,
        observation_size=tables.input.width,
        num_actions=len(batch.game.actions),
        hidden=config.learning.hidden,
        options=dict(options),
        greedy=greedy,
        layout=digest_layout(batch.game, batch.encoder.name, batch.num_players),
        advisor=tables.input.advisor,
        training=dict(training),
        value=config.reward if shares_layers else "",
    )
