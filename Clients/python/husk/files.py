# SPDX-License-Identifier: Apache-2.0
"""Files of blocks: from frames to the texts of blocks (SPEC.md, sections 8.1 and 9)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from zlib import crc32

from .columns import Content, decode_block, read_content, read_template_frame
from .container import (
    BLOCK, FIELDS, REFERENCE, TEMPLATE, BlockFrame, FileReader, files, read_reference,
)
from .encryption import Keyring
from .errors import HuskError
from .limits import DEFAULT, Limits
from .sealed_fields import Path, SealedFields
from .template import Template

Lookup = Callable[[bytes], Template | None]


@dataclasses.dataclass(frozen=True)
class Options:
    """What is at hand when something is decoded, and what is asked for."""

    limits: Limits = DEFAULT
    keys: Keyring | None = None
    field_keys: Keyring | None = None
    must_be_sealed: bool = False
    redact: bool = False
    verify_sections: bool = False
    lookup: Lookup | None = None
    """Finds the template that a file names, by the start of its identity."""
    needs_field: Callable[[Path], bool] | None = None
    """Whether something at, above or below a path is asked for; everything is without it."""


@dataclasses.dataclass
class Block:
    """A block of a file. Its text is decoded when it is asked for."""

    file: int
    frame: BlockFrame
    content: Content
    _decode: Callable[[Block], bytes]

    @property
    def rows(self) -> int:
        return self.frame.rows

    def text(self) -> bytes:
        return self._decode(self)


def blocks(stream, options: Options) -> Iterator[Block]:
    """The blocks of all files of a stream, or of some bytes. At the end all is verified."""
    readers = files(stream, options.limits, options.keys, options.must_be_sealed)
    budget = _Budget(options.limits)
    for number, reader in enumerate(readers):
        yield from _File(number, reader, options, budget).blocks()


class _Budget:
    """How much may be decoded in all."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.decoded = limits, 0

    def take(self, decoded: int, input_bytes: int, offset: int) -> None:
        self.decoded += decoded
        if self.decoded > self.limits.document_bytes(input_bytes):
            raise HuskError("limitExceeded", offset)


class _File:
    def __init__(self, number: int, reader: FileReader, options: Options, budget: _Budget):
        self.number, self.reader, self.options, self.budget = number, reader, options, budget
        self.template: Template | None = None
        self.template_payload: bytes | None = None
        self.fields: SealedFields | None = None
        self.opens_fields = False
        self.before: Content | None = None
        self.block_count = 0

    def blocks(self) -> Iterator[Block]:
        limits = self.options.limits
        for frame in self.reader.frames():
            base = frame.offset + len(frame.head)
            if frame.type == TEMPLATE:
                self.template = read_template_frame(frame.payload, limits, base)
                self.template_payload = frame.payload
            elif frame.type == REFERENCE:
                self.template_payload = frame.payload
                if self.options.lookup is not None:
                    self.template = self.options.lookup(read_reference(frame.payload).id)
            elif frame.type == FIELDS:
                self.fields = SealedFields(frame.payload, limits, base)
            elif frame.type == BLOCK:
                yield self._block(self.reader.block(frame))
        if self.before is not None:
            if self.before.elements and not self.before.closes:
                raise HuskError("invalidEnd")
            if self.fields is not None and not self.before.last:
                raise HuskError("invalidEnd")

    def _block(self, frame: BlockFrame) -> Block:
        content = read_content(frame.content, frame.base)
        self._check_order(content, frame.offset)
        if self.fields is not None and self.block_count == 0:
            needs = self.options.needs_field or (lambda path: True)
            self.opens_fields = not self.options.redact and any(map(needs, self.fields.paths))
            if self.opens_fields:
                self.fields.start(self.options.field_keys, self.template_payload)
        number, self.block_count = self.block_count, self.block_count + 1
        source = self.reader.source

        def decode(block: Block) -> bytes:
            self.budget.take(frame.decoded, source.at, frame.offset)
            return self._decode(frame, content, number)

        return Block(self.number, frame, content, decode)

    def _check_order(self, content: Content, offset: int) -> None:
        before, self.before = self.before, content
        goes_on = before is not None and before.elements and not before.closes
        valid = content.continues == (before is not None)
        valid = valid and (content.elements and content.continues) == goes_on
        valid = valid and (content.sealed is not None) == (self.fields is not None)
        if not valid or (before is not None and before.last):
            raise HuskError("invalidFrame", offset)

    def _decode(self, frame: BlockFrame, content: Content, number: int) -> bytes:
        opened = b""
        if self.opens_fields and self.fields is not None:
            opened = self.fields.open(content, frame.header, number, frame.offset)
        if content.needs_template and self.template is None:
            code = "invalidFrame" if self.template_payload is None else "unknownTemplate"
            raise HuskError(code, frame.offset)
        text = decode_block(content, frame.rows, frame.decoded, self.template,
                            self.options.limits, self.options.verify_sections)
        if len(text) != frame.decoded or crc32(text) != frame.check:
            raise HuskError("checkMismatch", frame.offset)
        if self.opens_fields and self.fields is not None:
            restored = self.fields.restore(text, content, opened)
            self.budget.take(max(0, len(restored) - len(text)), self.reader.source.at, frame.offset)
            return restored
        return text
