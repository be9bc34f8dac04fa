# SPDX-License-Identifier: Apache-2.0
"""Slots with their numbers (SPEC.md, section 8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from .errors import HuskError
from .limits import Limits
from .template import OBJECT, Slot, Template


class Node:
    """A slot at one place: the fields of each shape have slots of their own.

    ``fields`` of an object are the key in quotes, whether it is optional, and the node; ``inside``
    are the nodes inside.
    """

    __slots__ = ("number", "slot", "kind", "inside", "shape", "optional")

    def __init__(self, slot: Slot) -> None:
        self.number, self.slot, self.kind = 0, slot, slot.kind
        self.inside: tuple[Node, ...] = ()
        self.shape: Shape | None = None
        self.optional = 0

    @property
    def fields(self) -> list[tuple[bytes, bool, Node]]:
        assert self.shape is not None
        return self.shape.fields

    def present_fields(self, presence: int) -> Iterator[tuple[bytes, bool, Node]]:
        """The fields that are there of many: to shift for each takes the square of their number."""
        bits = iter(f"{presence:0{self.optional}b}"[::-1])
        for key, optional, inner in self.fields:
            if not optional or next(bits) == "1":
                yield key, False, inner


class Shape:
    """The fields of a shape, with the nodes that are at them."""

    __slots__ = ("fields", "optional")

    def __init__(self) -> None:
        self.fields: list[tuple[bytes, bool, Node]] = []
        self.optional = 0


class Slots:
    """All slots of a template, by number; number 0 is the root."""

    def __init__(self, template: Template, limits: Limits) -> None:
        self.nodes: list[Node] = []
        # Those of the shapes and those of the root are each within the limit.
        self.limit = 2 * limits.templateEntries + 2
        self.shapes = [Shape() for _ in template.shapes]
        self.root = self._add(template.root)
        for shape, fields in zip(self.shapes, template.fields):
            for field in fields:
                shape.fields.append((field.lexeme, field.optional, self._add(field.slot)))
                shape.optional += field.optional
            for _, _, node in shape.fields:
                self._add_inside(node)
        self._add_inside(self.root)
        for node in self.nodes:
            if node.kind == OBJECT:
                node.shape = self.shapes[node.slot.shape]
                node.optional = node.shape.optional

    def _add(self, slot: Slot) -> Node:
        node = Node(slot)
        node.number = len(self.nodes)
        if node.number >= self.limit:
            raise HuskError("limitExceeded")
        self.nodes.append(node)
        return node

    def _add_inside(self, node: Node) -> None:
        """Numbers the slots inside one, and then those inside of them."""
        if node.slot.inside and node.kind != OBJECT:
            node.inside = tuple(self._add(slot) for slot in node.slot.inside)
            for inner in node.inside:
                self._add_inside(inner)
