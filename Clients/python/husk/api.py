# SPDX-License-Identifier: Apache-2.0
"""What ``import husk`` gives: the library where it is installed, and Python alone where it is not."""

from __future__ import annotations

import builtins
import dataclasses
import functools
import io
import json
import os
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, Union

from . import decoder, native, tables
from .container import MAGIC
from .encryption import Keyring
from .envelope import is_envelope, open_envelope
from .files import Options, blocks
from .limits import Limits
from .message_template import MessageTemplate, TemplateFile
from .records import Piece, list_of_pieces, records_of_pieces
from .selection import (
    ROW, TEXT, Event, Selection, Selector, given, select_blocks, write_path,
)

Fields = Union[str, Sequence[Union[str, Sequence[str]]], None]
Rows = Union[str, int, slice, range, "tuple[int, int | None]", None]
_PIECE = 1 << 20


@dataclasses.dataclass(frozen=True)
class Template:
    """A message template: what messages of one kind have in common.

    It is kept as the bytes of a template file, which ``husk template export`` writes too.
    """

    file: bytes

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Template:
        """A template from a file, which is verified."""
        with builtins.open(path, "rb") as stream:
            template = cls(stream.read())
        template.id
        return template

    @functools.cached_property
    def python(self) -> MessageTemplate:
        """The template as the decoder in Python takes it."""
        return TemplateFile(self.file).template

    @functools.cached_property
    def native(self) -> native.NativeTemplate:
        """The template as the library takes it."""
        return native.NativeTemplate.load(self.file)

    @property
    def id(self) -> str:
        """The identity: 64 hexadecimal digits."""
        return self.native.id if has_library() else self.python.identity.hex()

    def __getstate__(self) -> dict[str, bytes]:
        return {"file": self.file}


@dataclasses.dataclass(frozen=True)
class Secrets:
    """Keys and words that open what is sealed. Keys are texts of key files."""

    keys: bytes | str | None = dataclasses.field(default=None, repr=False)
    field_keys: bytes | str | None = dataclasses.field(default=None, repr=False)
    passphrase: bytes | str | None = dataclasses.field(default=None, repr=False)

    def native(self) -> dict[str, bytes]:
        named = {"keys": self.keys, "field-keys": self.field_keys, "passphrase": self.passphrase}
        return {name: _utf8(value) for name, value in named.items() if value is not None}

    def rings(self) -> tuple[Keyring | None, Keyring | None]:
        keys = Keyring.read(self.keys) if self.keys is not None else None
        if self.passphrase is not None:
            keys = keys or Keyring()
            keys.passphrase = _utf8(self.passphrase)
        return keys, Keyring.read(self.field_keys) if self.field_keys is not None else None


def _utf8(value: bytes | str) -> bytes:
    return value.encode() if isinstance(value, str) else bytes(value)


def has_library() -> bool:
    """Whether libhusk was found. Without it this package decodes, slowly, and does not encode."""
    return native.library() is not None


@dataclasses.dataclass(frozen=True)
class _Request:
    """What is to be decoded, and how."""

    selection: Selection | None
    secrets: Secrets
    template: Template | None
    redact: bool
    require_seal: bool
    limits: Limits
    threads: int = 1

    def codec(self) -> native.Codec:
        settings = {"redact": str(self.redact).lower(), "threads": str(self.threads),
                    "require-seal": str(self.require_seal).lower()}
        for field in dataclasses.fields(Limits):
            value = getattr(self.limits, field.name)
            if value != field.default:
                settings[f"limit.{field.name}"] = str(value)
        if self.selection is not None:
            settings["rows"] = self.selection.rows_text()
            if self.selection.fields is not None:
                settings["fields"] = ",".join(map(write_path, self.selection.fields))
            if self.selection.at is not None:
                settings["at"] = write_path(self.selection.at)
        codec = native.Codec(settings, self.secrets.native())
        if self.template is not None:
            codec.set_template(self.template.native)
        return codec

    def options(self) -> Options:
        keys, field_keys = self.secrets.rings()
        needs = self.selection.needs_field if self.selection is not None else None
        return Options(self.limits, keys, field_keys, self.require_seal, self.redact,
                       lookup=None, needs_field=needs)


def _request(fields: Fields, rows: Rows, at, keys, field_keys, passphrase, template, redact,
             require_seal, limits, threads=1, always: bool = False) -> _Request:
    selection = None
    if always or fields is not None or rows is not None or at is not None:
        selection = Selection.of(fields, rows, at)
    return _Request(selection, Secrets(keys, field_keys, passphrase), template, redact,
                    require_seal, limits or Limits(), threads)


def encode(data: bytes | str, *, layout: str = "auto", level: int | str = 3, codec: str = "auto",
           input: str = "auto", minify: bool = False, template: Template | None = None,
           form: str = "referenced", key: bytes | str | None = None,
           passphrase: bytes | str | None = None, field_key: bytes | str | None = None,
           encrypt_fields: Fields = None, compress: bool = True, envelope: bool = False) -> bytes:
    """Encodes JSON text, or a sequence of JSON texts, without losing a byte of it.

    ``layout`` is ``auto``, ``column``, ``text`` or ``row``; ``level`` 1 to 9, ``max`` or ``archive``;
    ``codec`` ``auto``, ``none``, ``deflate``, ``gzip``, ``zstd`` or ``brotli``; ``input`` ``auto``,
    ``json`` or ``ndjson``. With a ``template`` the result is a message, of the ``form`` ``referenced``,
    ``bare`` or ``embedded``. ``key`` and ``passphrase`` seal the result, ``field_key`` the
    ``encrypt_fields``; a warning names those at which nothing stands. This needs libhusk.
    """
    settings = {"layout": layout, "level": str(level), "compression": codec, "input": input,
                "minify": str(minify).lower(), "compress": str(compress).lower(),
                "envelope": str(envelope).lower()}
    secrets = {"seal-key": key, "seal-passphrase": passphrase, "seal-field-key": field_key}
    if template is not None:
        settings["form"] = form
    if encrypt_fields is not None:
        paths = Selection.of(encrypt_fields).fields or ()
        settings["encrypt-fields"] = ",".join(map(write_path, paths))
    made = native.Codec(settings, {name: _utf8(value) for name, value in secrets.items()
                                   if value is not None})
    if template is not None:
        made.set_template(template.native)
    encoded = made.encode(_utf8(data))
    for path in made.unsealed_fields():
        warnings.warn(f"nothing was sealed at '{path}': nothing stands there", stacklevel=2)
    return encoded


def decode(data: bytes, *, fields: Fields = None, rows: Rows = None, at=None,
           keys: bytes | str | None = None, field_keys: bytes | str | None = None,
           passphrase: bytes | str | None = None, template: Template | None = None,
           redact: bool = False, require_seal: bool = False, limits: Limits | None = None,
           pure: bool = False) -> bytes:
    """Decodes what was encoded, and verifies it.

    Without ``fields``, ``rows`` and ``at`` it gives the very bytes that were encoded, else what is
    asked for, as JSON without whitespace: see ``read``. ``pure`` leaves libhusk aside.
    """
    request = _request(fields, rows, at, keys, field_keys, passphrase, template, redact,
                       require_seal, limits)
    data = bytes(data)
    if has_library() and not pure:
        return request.codec().decode(data)
    return _decode_in_python(data, request)


def _decode_in_python(data: bytes, request: _Request) -> bytes:
    if request.selection is None:
        one = request.template.python if request.template is not None else None
        return decoder.decode(data, request.options(), one)
    return b"".join(given(_events(io.BytesIO(data), request.selection, request)))


def _events(stream, selection: Selection, request: _Request) -> Iterator[Event]:
    """What is given of an input that starts where the stream stands."""
    options, start = request.options(), stream.tell()
    is_file = stream.read(3) == MAGIC
    stream.seek(start)
    if is_file:
        return select_blocks(selection, blocks(stream, options))
    data = stream.read()
    if is_envelope(data) and (inside := open_envelope(data))[:3] == MAGIC:
        return select_blocks(selection, blocks(inside, options))
    one = request.template.python if request.template is not None else None
    return Selector(selection).of_document(decoder.decode(data, options, one))


def _content(source) -> bytes:
    """The bytes of a file that is named, open, or given."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if hasattr(source, "read"):
        return source.read()
    with builtins.open(source, "rb") as stream:
        return stream.read()


def read(source, fields: Fields = None, rows: Rows = None, *, at=None,
         keys: bytes | str | None = None, field_keys: bytes | str | None = None,
         passphrase: bytes | str | None = None, template: Template | None = None,
         redact: bool = False, require_seal: bool = False, limits: Limits | None = None,
         pure: bool = False) -> list[Any]:
    """The rows of an encoded file as Python values, all of them or some, whole or in part.

    ``source`` is a path, an open file, or bytes. Rows are the elements of the array that is the
    only text, else the texts; with ``at``, such as ``"data.items"``, the elements of that array in
    each text. ``rows`` is ``"100:200"``, a slice, a range, a pair, or one number; ``fields`` are
    paths such as ``"id,user.name"`` or ``["id", "user.name"]``, in which a backslash stands before
    points and commas of keys. Columns and blocks that are not needed are not decoded.
    """
    with open(source, fields, rows, at=at, keys=keys, field_keys=field_keys,
              passphrase=passphrase, template=template, redact=redact, require_seal=require_seal,
              limits=limits, pure=pure) as reader:
        return reader.read()


def open(source, fields: Fields = None, rows: Rows = None, *, at=None,
         keys: bytes | str | None = None, field_keys: bytes | str | None = None,
         passphrase: bytes | str | None = None, template: Template | None = None,
         redact: bool = False, require_seal: bool = False, limits: Limits | None = None,
         threads: int = 1, pure: bool = False) -> Reader:
    """Opens an encoded file, to go through its rows in the memory of a few blocks.

    The parameters are those of ``read``; ``threads`` are those of libhusk.
    """
    request = _request(fields, rows, at, keys, field_keys, passphrase, template, redact,
                       require_seal, limits, threads, always=True)
    return Reader(source, request, pure)


class Reader:
    """Goes through the rows of an encoded file, once. It is a context manager."""

    def __init__(self, source, request: _Request, pure: bool) -> None:
        self._request = request
        self._own: io.BufferedReader | None = None
        self._pieces: native.FilePieces | native.Stream | None = None
        self._stream: Any
        self._selection = request.selection or Selection()
        self._native = has_library() and not pure
        if isinstance(source, (bytes, bytearray, memoryview)):
            self._stream = io.BytesIO(source)
        elif hasattr(source, "read"):
            self._stream = source if _can_seek(source) else io.BytesIO(source.read())
        else:
            self._stream = self._own = builtins.open(source, "rb")
        self._path = os.fspath(source) if self._own is not None else None
        self._start = self._stream.tell()

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file, if it was opened here."""
        if self._pieces is not None:
            self._pieces.close()
            self._pieces = None
        if self._own is not None:
            self._own.close()

    def read(self) -> list[Any]:
        """All rows at once, which is faster than one after the other."""
        if self._native:
            return list_of_pieces(self._native_pieces())
        return list(self)

    def texts(self) -> Iterator[bytes]:
        """The rows as JSON texts in UTF-8, without whitespace."""
        if self._native:
            yield from records_of_pieces(self._native_pieces(), False)
        else:
            yield from self._texts_in_python()

    def __iter__(self) -> Iterator[Any]:
        if self._native:
            yield from records_of_pieces(self._native_pieces(), True)
        else:
            for text in self._texts_in_python():
                yield json.loads(text)

    def _native_pieces(self) -> Iterator[Piece]:
        # The elements of an array at a path are the rows of a text.
        has_path = self._selection.at is not None
        for piece, has_elements in self._marked_pieces():
            yield piece, has_elements or has_path

    def _marked_pieces(self) -> Iterator[Piece]:
        codec = self._request.codec()
        if self._path is not None:
            self._pieces = pieces = native.FilePieces(codec, self._path)
            yield from pieces.marked_pieces()
            return
        self._stream.seek(self._start)
        self._pieces = stream = native.Stream(codec, native.DECODE)
        while data := self._stream.read(_PIECE):
            stream.append(data)
            yield from stream.marked_pieces()
        stream.finish()
        yield from stream.marked_pieces()

    def _texts_in_python(self) -> Iterator[bytes]:
        self._stream.seek(self._start)
        for kind, data in _events(self._stream, self._selection, self._request):
            if kind in (ROW, TEXT):
                yield data


def _can_seek(stream) -> bool:
    return hasattr(stream, "seekable") and stream.seekable()


def decode_messages(data: bytes, template: Template | None = None, *,
                    keys: bytes | str | None = None, limits: Limits | None = None) -> bytes:
    """Decodes a sequence of messages, which ``husk encode --messages`` writes."""
    request = _request(None, None, None, keys, None, None, template, False, False, limits)
    if not has_library():
        one = template.python if template is not None else None
        return decoder.decode_sequence(bytes(data), request.options(), one)
    stream = native.Stream(request.codec(), native.DECODE_MESSAGES)
    stream.append(bytes(data))
    stream.finish()
    return b"".join(stream.pieces())


def encode_messages(data: bytes | str, template: Template) -> bytes:
    """Encodes each line of NDJSON as a message, one behind the other. This needs libhusk."""
    codec = native.Codec()
    codec.set_template(template.native)
    stream = native.Stream(codec, native.ENCODE_MESSAGES)
    stream.append(_utf8(data))
    stream.finish()
    return b"".join(stream.pieces())


def train(data: bytes | str, *, budget: int = 65_536, min_support: int = 3, values: bool = True,
          exclude: Fields = None, model: bool = False) -> Template:
    """Learns a template from messages, JSON texts one behind the other. This needs libhusk.

    With ``model`` the template brings whole messages, which teach a model: messages are smaller,
    and take longer.
    """
    settings = {"budget": str(budget), "min-support": str(min_support),
                "values": str(values).lower()}
    if model:
        settings["model"] = "true"
    if exclude is not None:
        settings["exclude"] = ",".join(map(write_path, Selection.of(exclude).fields or ()))
    return Template(native.Codec(settings).train(_utf8(data)).save())


class Store:
    """A place where templates are kept: a file, or ``redis://HOST:PORT/PREFIX``. Needs libhusk."""

    def __init__(self, location: str | os.PathLike[str] | None = None) -> None:
        """Opens a store; without a location the one that the tool keeps for the user."""
        self._store = native.Store(None if location is None else os.fspath(location))

    def put(self, name: str, template: Template, max_age: int = 0) -> int:
        """Stores a template as the next version of a name, and tells the version.

        After ``max_age`` seconds it should be refreshed; 0 is never.
        """
        return self._store.put(name, template.native, max_age)

    def get(self, name: str, version: int = 0) -> Template:
        """A template by name and version; 0 is the newest."""
        return Template(self._store.get(name, version).save())

    def find(self, identity: str) -> Template:
        """A template by its identity, or the first 16 digits of it or more."""
        return Template(self._store.find(identity).save())


def count_rows(source, *, keys: bytes | str | None = None, passphrase: bytes | str | None = None,
               limits: Limits | None = None) -> int:
    """How many rows an encoded file has. Blocks tell it without being decoded."""
    request = _request(None, None, None, keys, None, passphrase, None, True, False, limits)
    data = _content(source)
    if data[:3] != MAGIC:
        return len(read(data, keys=keys, passphrase=passphrase, limits=limits))
    return sum(block.rows for block in blocks(data, request.options()))


def to_arrow(source, fields: Fields = None, rows: Rows = None, **options):
    """The rows as a ``pyarrow.Table``; the parameters are those of ``read``."""
    return tables.arrow_table(read(source, fields, rows, **options))


def to_pandas(source, fields: Fields = None, rows: Rows = None, **options):
    """The rows as a ``pandas.DataFrame``; the parameters are those of ``read``."""
    return tables.data_frame(read(source, fields, rows, **options))
