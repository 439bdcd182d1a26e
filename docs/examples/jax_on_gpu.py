"""JAX chooses, tables move: a small policy, compiled by `jax.jit`, plays Getaway on a GPU.

`jax.dlpack.from_dlpack` takes the batch's arrays without a copy, and `step` takes JAX's actions so. Two things are
JAX's own: its arrays are never expected to change, while a step fills the batch's in place, so they are taken anew for
each step; and JAX computes in a stream of its own, so its actions must be ready before the tables move.

Run on a machine with a GPU: ``python docs/examples/jax_on_gpu.py``, which needs `jax[cuda13]`
"""

import cyclopts
import jax
import jax.numpy as jnp
from jax.dlpack import from_dlpack

from cardzoo import envs


@jax.jit
def choose(weights: jax.Array, observations: jax.Array, masks: jax.Array, key: jax.Array) -> jax.Array:
    """A legal action for each table, int32, drawn by the policy's chances."""
    logits = jnp.where(masks > 0, observations @ weights, -jnp.inf)
    return jax.random.categorical(key, logits)


def main(tables: int = 16_384, steps: int = 100) -> None:
    """Play a number of steps at every table."""
    batch = envs.make_batch("getaway-v0", num_tables=tables, device="cuda")
    batch.reset(seed=0)
    key, drawing = jax.random.split(jax.random.key(0))
    weights = 0.1 * jax.random.normal(drawing, (batch.encoder.width, len(batch.game.actions)))
    games = 0
    for _ in range(steps):
        key, drawing = jax.random.split(key)
        actions = choose(weights, from_dlpack(batch.observations), from_dlpack(batch.action_masks), drawing)
        batch.step(actions.block_until_ready())
        games += from_dlpack(batch.terminations).sum()
    batch.check()
    print(f"{tables * steps:,} steps, {games:,} games")


if __name__ == "__main__":
    cyclopts.run(main)
