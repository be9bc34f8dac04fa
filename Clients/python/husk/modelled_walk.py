# SPDX-License-Identifier: Apache-2.0
"""How a walk through rows tells a model where it is (SPEC.md, section 16.6)."""

from __future__ import annotations

from .bit_model import Model, mix
from .slots import Node


class ModelledWalk:
    """To be put before the class of a walk: what it goes through tells the model its parents."""

    model: Model

    def alternative(self, node: Node, number: int) -> None:
        model = self.model
        parent = model.parent
        model.parent = mix(parent, number + 0x99)
        super().alternative(node, number)  # type: ignore[misc]
        model.parent = parent

    def fields(self, node: Node, presence: int) -> None:
        model = self.model
        before = model.parent, model.grandparent
        model.parent, model.grandparent = mix(node.number, presence & 0xFFFFFFFF), model.parent
        super().fields(node, presence)  # type: ignore[misc]
        model.parent, model.grandparent = before

    def member(self, node: Node) -> None:
        model = self.model
        before = model.parent, model.grandparent
        model.parent, model.grandparent = model.recent[0], model.parent
        super().member(node)  # type: ignore[misc]
        model.parent, model.grandparent = before
