# SPDX-License-Identifier: Apache-2.0
"""What a decoder accepts at most (SPEC.md, section 10.1)."""

from __future__ import annotations

import contextlib
import dataclasses
import sys

FREE_BYTES = 67_108_864
MAX_DEPTH = 2048
MAX_STRING = 268_435_455
MAX_COUNT = 268_435_455
MAX_MODELLED = 268_435_456
MAX_DOCUMENT = 4_294_967_295


@dataclasses.dataclass(frozen=True)
class Limits:
    """The limits that whoever runs the software may change, with their defaults."""

    depth: int = 512
    shapes: int = 65_536
    templateEntries: int = 4_194_304
    templateByteCount: int = 67_108_864
    messageTemplateByteCount: int = 4_194_304
    frameByteCount: int = 2_147_483_648
    blockRowCount: int = 268_435_456
    blockByteCount: int = 4_294_967_296
    passphraseCost: int = 20
    decodedByteCount: int = 4_294_967_296
    decodedRatio: int = 1000

    def __post_init__(self) -> None:
        if not 0 <= self.depth <= MAX_DEPTH:
            raise ValueError(f"the depth is at most {MAX_DEPTH}")

    def document_bytes(self, input_bytes: int) -> int:
        """How long the document of so many bytes of input may be."""
        ratio = max(FREE_BYTES, self.decodedRatio * input_bytes)
        return min(self.decodedByteCount, ratio, MAX_DOCUMENT)

    def deeper(self) -> Limits:
        """These limits, with one level more (section 14.9)."""
        return _Deeper(**dataclasses.asdict(self) | {"depth": self.depth + 1})

    @property
    def slot_depth(self) -> int:
        """How deep slots may stand in one another."""
        return 2 * self.depth + 2

    @property
    def file_depth(self) -> int:
        """How deep a file in the text layout may be."""
        return 4 * self.depth + 16


class _Deeper(Limits):
    """Limits that may have one level more than the most."""

    def __post_init__(self) -> None:
        pass


DEFAULT = Limits()


@contextlib.contextmanager
def deep_recursion(limits: Limits):
    """Lets functions call one another as deep as the limit on depth asks for."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 1000 + 8 * limits.depth))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
