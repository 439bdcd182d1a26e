"""ONNX graph of a model, for programs in any language that do not use this library."""

import json
from collections.abc import Mapping
from dataclasses import asdict

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from cardzoo.envs.policies.models import ModelCard

ILLEGAL = float(np.finfo(np.float32).min)  # the logit of illegal actions: -3.4028235e38
OPSET, IR_VERSION = 13, 8  # of 2021, for old runtimes


def to_onnx(card: ModelCard, tensors: Mapping[str, np.ndarray]) -> bytes:
    """A graph from observations and masks to logits.

    =============== ====== ====================================================
    ``observation`` (N, D) float32, rows of the card's encoder, followed by the advice if it names an advisor
    ``action_mask`` (N, A) int8, 1 for legal actions
    ``logits``      (N, A) float32, the greater the likelier; `ILLEGAL` for illegal ones
    =============== ====== ====================================================

    The card is in the metadata, as JSON by the key ``cardzoo``. The graph has no value head.

    Args:
        card: the model's card.
        tensors: its layers, as `cardzoo.envs.policies.models.load_model` returns them.

    Returns:
        The file's content, the same bytes for the same model.
    """
    nodes, value = [], "observation"
    layers = len(card.sizes) - 1
    for layer in range(layers):
        names = [value, f"layers.{layer}.weight", f"layers.{layer}.bias"]
        value = f"layers.{layer}.output"
        nodes.append(helper.make_node("Gemm", names, [value], transB=1))
        if layer < layers - 1:
            nodes.append(helper.make_node("Relu", [value], [f"layers.{layer}.relu"]))
            value = f"layers.{layer}.relu"
    nodes.append(helper.make_node("Cast", ["action_mask"], ["is_legal"], to=TensorProto.BOOL))
    nodes.append(helper.make_node("Where", ["is_legal", value, "illegal"], ["logits"]))
    layers_of = {name: tensor for name, tensor in tensors.items() if name.startswith("layers.")}
    constants = layers_of | {"illegal": np.array(ILLEGAL, np.float32)}
    graph = helper.make_graph(
        nodes,
        "policy",
        [
            helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["N", card.observation_size]),
            helper.make_tensor_value_info("action_mask", TensorProto.INT8, ["N", card.num_actions]),
        ],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["N", card.num_actions])],
        [numpy_helper.from_array(constant, name) for name, constant in sorted(constants.items())],
    )
    opset = helper.make_opsetid("", OPSET)
    model = helper.make_model(graph, producer_name="cardzoo", opset_imports=[opset], ir_version=IR_VERSION)
    helper.set_model_props(model, {"cardzoo": json.dumps(asdict(card))})
    onnx.checker.check_model(model)
    content: bytes = model.SerializeToString(deterministic=True)
    return content
