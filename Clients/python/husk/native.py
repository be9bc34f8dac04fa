# SPDX-License-Identifier: Apache-2.0
"""The library libhusk, through its interface in C (Sources/CHusk/husk.h)."""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import os
import pathlib
import sys
from collections.abc import Iterator

from .errors import HuskError
from .records import Piece

_INTERFACE_VERSION = 3
ENCODE, DECODE, ENCODE_MESSAGES, DECODE_MESSAGES = range(4)
_P, _S, _SIZE = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
_OUT = ctypes.POINTER(ctypes.c_void_p)
_OUT_SIZE = ctypes.POINTER(ctypes.c_size_t)

_FUNCTIONS = {
    "husk_version": (_S, ()),
    "husk_interface_version": (ctypes.c_int32, ()),
    "husk_free": (None, (_P,)),
    "husk_error_code": (_S, (_P,)),
    "husk_error_message": (_S, (_P,)),
    "husk_error_offset": (ctypes.c_int64, (_P,)),
    "husk_error_free": (None, (_P,)),
    "husk_codec_new": (_P, ()),
    "husk_codec_free": (None, (_P,)),
    "husk_codec_set": (ctypes.c_int32, (_P, _S, _S, _OUT)),
    "husk_codec_set_secret": (ctypes.c_int32, (_P, _S, _P, _SIZE, _OUT)),
    "husk_codec_set_store": (ctypes.c_int32, (_P, _P, _OUT)),
    "husk_codec_set_template": (ctypes.c_int32, (_P, _P, _OUT)),
    "husk_codec_unsealed_fields": (_S, (_P,)),
    "husk_encode": (ctypes.c_int32, (_P, _P, _SIZE, _OUT, _OUT_SIZE, _OUT)),
    "husk_decode": (ctypes.c_int32, (_P, _P, _SIZE, _OUT, _OUT_SIZE, _OUT)),
    "husk_stream_new": (ctypes.c_int32, (_P, ctypes.c_int32, _OUT, _OUT)),
    "husk_stream_append": (ctypes.c_int32, (_P, _P, _SIZE, _OUT)),
    "husk_stream_finish": (ctypes.c_int32, (_P, _OUT)),
    "husk_stream_next": (ctypes.c_int32, (_P, _OUT, _OUT_SIZE, _OUT)),
    "husk_stream_has_elements": (ctypes.c_int32, (_P,)),
    "husk_stream_free": (None, (_P,)),
    "husk_reader_open": (ctypes.c_int32, (_P, _S, _OUT, _OUT)),
    "husk_reader_next": (ctypes.c_int32, (_P, _OUT, _OUT_SIZE, _OUT)),
    "husk_reader_has_elements": (ctypes.c_int32, (_P,)),
    "husk_reader_close": (None, (_P,)),
    "husk_template_train": (ctypes.c_int32, (_P, _P, _SIZE, _OUT, _OUT)),
    "husk_template_load": (ctypes.c_int32, (_P, _P, _SIZE, _OUT, _OUT)),
    "husk_template_save": (ctypes.c_int32, (_P, _OUT, _OUT_SIZE, _OUT)),
    "husk_template_id": (_S, (_P,)),
    "husk_template_name": (_S, (_P,)),
    "husk_template_version": (ctypes.c_uint64, (_P,)),
    "husk_template_free": (None, (_P,)),
    "husk_store_open": (ctypes.c_int32, (_S, _OUT, _OUT)),
    "husk_store_put": (ctypes.c_int32, (_P, _S, _P, ctypes.c_int64,
                                        ctypes.POINTER(ctypes.c_uint64), _OUT)),
    "husk_store_get": (ctypes.c_int32, (_P, _S, ctypes.c_uint64, _OUT, _OUT)),
    "husk_store_find": (ctypes.c_int32, (_P, _S, _OUT, _OUT)),
    "husk_store_close": (None, (_P,)),
    "husk_key_generate": (ctypes.c_int32, (_OUT, _OUT_SIZE, _OUT)),
}


def _places() -> Iterator[str]:
    """Where the library may be: what HUSK_LIBRARY names, beside this file, or installed."""
    named = os.environ.get("HUSK_LIBRARY")
    if named is not None:
        yield named
        return
    suffix = ".dylib" if sys.platform == "darwin" else ".so"
    beside = pathlib.Path(__file__).parent / f"libhusk{suffix}"
    if beside.exists():
        yield str(beside)
    found = ctypes.util.find_library("husk")
    if found:
        yield found
    for folder in ("/usr/local/lib", "/opt/homebrew/lib"):
        if os.path.exists(f"{folder}/libhusk{suffix}"):
            yield f"{folder}/libhusk{suffix}"


@functools.cache
def library() -> ctypes.CDLL | None:
    """The library, or nothing where it is absent, or too old or too new for this package."""
    for place in _places():
        try:
            loaded = ctypes.CDLL(place)
            for name, (result, arguments) in _FUNCTIONS.items():
                function = getattr(loaded, name)
                function.restype, function.argtypes = result, arguments
        except (OSError, AttributeError):
            continue
        if loaded.husk_interface_version() >= _INTERFACE_VERSION:
            return loaded
    return None


def needed() -> ctypes.CDLL:
    """The library, which has to be there."""
    loaded = library()
    if loaded is None:
        raise HuskError("missingLibrary", None, "this needs libhusk, which is not installed; "
                        "HUSK_LIBRARY can say where it is")
    return loaded


def _call(name: str, *arguments) -> None:
    """Calls a function whose last parameter is for its error."""
    loaded = needed()
    error = ctypes.c_void_p()
    if getattr(loaded, name)(*arguments, ctypes.byref(error)) != 0:
        raise _taken(loaded, error)


def _taken(loaded, error: ctypes.c_void_p) -> HuskError:
    code = loaded.husk_error_code(error).decode()
    message = loaded.husk_error_message(error).decode("utf-8", "replace")
    offset = loaded.husk_error_offset(error)
    loaded.husk_error_free(error)
    return HuskError(code, None if offset < 0 else offset, message)


def _bytes(name: str, *arguments) -> bytes | None:
    """Calls a function whose result is bytes."""
    result, size = ctypes.c_void_p(), ctypes.c_size_t()
    _call(name, *arguments, ctypes.byref(result), ctypes.byref(size))
    if not result.value:
        return None
    try:
        return ctypes.string_at(result, size.value)
    finally:
        needed().husk_free(result)


def _some(name: str, *arguments) -> bytes:
    """Calls a function whose result is always bytes."""
    return _bytes(name, *arguments) or b""


class _Handle:
    """Something of the library that is freed once."""

    _free = ""

    def __init__(self, handle: int) -> None:
        self.handle: ctypes.c_void_p | None = ctypes.c_void_p(handle)

    def close(self) -> None:
        handle, self.handle = getattr(self, "handle", None), None
        if handle:
            getattr(needed(), self._free)(handle)

    def __del__(self) -> None:
        if sys is not None and sys.meta_path is not None:
            self.close()


def _made(name: str, *arguments) -> int:
    result = ctypes.c_void_p()
    _call(name, *arguments, ctypes.byref(result))
    return result.value or 0


class NativeTemplate(_Handle):
    """What messages of one kind have in common."""

    _free = "husk_template_free"

    @classmethod
    def load(cls, file: bytes) -> NativeTemplate:
        return cls(_made("husk_template_load", None, file, len(file)))

    def save(self) -> bytes:
        return _some("husk_template_save", self.handle)

    @property
    def id(self) -> str:
        return needed().husk_template_id(self.handle).decode()


class Store(_Handle):
    """A place where templates are kept: a file, or ``redis://HOST:PORT/PREFIX``."""

    _free = "husk_store_close"

    def __init__(self, location: str | None = None) -> None:
        super().__init__(_made("husk_store_open", location.encode() if location else None))

    def put(self, name: str, template: NativeTemplate, max_age: int = 0) -> int:
        """Stores a template as the next version of a name, and tells the version."""
        version = ctypes.c_uint64()
        _call("husk_store_put", self.handle, name.encode(), template.handle, max_age,
              ctypes.byref(version))
        return version.value

    def get(self, name: str, version: int = 0) -> NativeTemplate:
        """A template by name and version; 0 is the newest."""
        return NativeTemplate(_made("husk_store_get", self.handle, name.encode(), version))

    def find(self, identity: str) -> NativeTemplate:
        """A template by its identity, or the first 16 digits of it or more."""
        return NativeTemplate(_made("husk_store_find", self.handle, identity.encode()))


class Codec(_Handle):
    """How to encode and decode."""

    _free = "husk_codec_free"

    def __init__(self, settings: dict[str, str] | None = None,
                 secrets: dict[str, bytes] | None = None) -> None:
        super().__init__(needed().husk_codec_new())
        for name, value in (settings or {}).items():
            _call("husk_codec_set", self.handle, name.encode(), value.encode())
        for name, secret in (secrets or {}).items():
            _call("husk_codec_set_secret", self.handle, name.encode(), secret, len(secret))

    def set_template(self, template: NativeTemplate) -> None:
        _call("husk_codec_set_template", self.handle, template.handle)

    def set_store(self, store: Store) -> None:
        _call("husk_codec_set_store", self.handle, store.handle)

    def encode(self, data: bytes) -> bytes:
        return _some("husk_encode", self.handle, data, len(data))

    def unsealed_fields(self) -> list[str]:
        """The fields to seal that were not in the document that was encoded last."""
        # Keys may hold what Python takes for the end of a line.
        listed = needed().husk_codec_unsealed_fields(self.handle).decode()
        return listed.split("\n") if listed else []

    def decode(self, data: bytes) -> bytes:
        return _some("husk_decode", self.handle, data, len(data))

    def train(self, data: bytes) -> NativeTemplate:
        return NativeTemplate(_made("husk_template_train", self.handle, data, len(data)))


class Stream(_Handle):
    """Bytes in, other bytes out, in the memory of a few blocks."""

    _free = "husk_stream_free"

    def __init__(self, codec: Codec, direction: int) -> None:
        super().__init__(_made("husk_stream_new", codec.handle, direction))

    def append(self, data: bytes) -> None:
        _call("husk_stream_append", self.handle, data, len(data))

    def finish(self) -> None:
        _call("husk_stream_finish", self.handle)

    def pieces(self) -> Iterator[bytes]:
        """What is there already."""
        while (piece := _bytes("husk_stream_next", self.handle)) is not None:
            yield piece

    def marked_pieces(self) -> Iterator[Piece]:
        """What is there already of selected rows."""
        for piece in self.pieces():
            yield piece, bool(needed().husk_stream_has_elements(self.handle))


class FilePieces(_Handle):
    """The pieces of what a file decodes to."""

    _free = "husk_reader_close"

    def __init__(self, codec: Codec, path: str) -> None:
        super().__init__(_made("husk_reader_open", codec.handle, os.fsencode(path)))

    def marked_pieces(self) -> Iterator[Piece]:
        while (piece := _bytes("husk_reader_next", self.handle)) is not None:
            yield piece, bool(needed().husk_reader_has_elements(self.handle))


def generate_key() -> bytes:
    """A new key, as the text of a key file."""
    return _some("husk_key_generate")
