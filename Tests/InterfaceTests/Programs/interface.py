# SPDX-License-Identifier: Apache-2.0
"""Uses husk.h by ctypes, as a binding for Python would.

Usage: interface.py LIBRARY DOCUMENT...
It prints the number of documents that came back.
"""

import ctypes
import json
import sys
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_size_t, c_void_p

husk = ctypes.CDLL(sys.argv[1])
husk.husk_version.restype = c_char_p
husk.husk_codec_new.restype = c_void_p
for name in ("husk_error_code", "husk_error_message"):
    getattr(husk, name).argtypes = [c_void_p]
    getattr(husk, name).restype = c_char_p
husk.husk_error_offset.argtypes = [c_void_p]
husk.husk_error_offset.restype = c_int64
for name in ("husk_error_free", "husk_codec_free", "husk_stream_free", "husk_free"):
    getattr(husk, name).argtypes = [c_void_p]
    getattr(husk, name).restype = None
husk.husk_codec_set.argtypes = [c_void_p, c_char_p, c_char_p, POINTER(c_void_p)]
husk.husk_stream_new.argtypes = [c_void_p, c_int32, POINTER(c_void_p), POINTER(c_void_p)]
husk.husk_stream_append.argtypes = [c_void_p, c_char_p, c_size_t, POINTER(c_void_p)]
husk.husk_stream_finish.argtypes = [c_void_p, POINTER(c_void_p)]
husk.husk_stream_next.argtypes = [c_void_p, POINTER(c_void_p), POINTER(c_size_t), POINTER(c_void_p)]
for name in ("husk_encode", "husk_decode", "husk_inspect"):
    getattr(husk, name).argtypes = [
        c_void_p, c_char_p, c_size_t, POINTER(c_void_p), POINTER(c_size_t), POINTER(c_void_p)]


class HuskError(Exception):
    def __init__(self, error):
        super().__init__(husk.husk_error_message(error).decode())
        self.code = husk.husk_error_code(error).decode()
        self.offset = husk.husk_error_offset(error)
        husk.husk_error_free(error)


def check(status, error):
    if status != 0:
        raise HuskError(error)


def take(result, count):
    """The bytes that were handed out."""
    bytes = ctypes.string_at(result, count.value)
    husk.husk_free(result)
    return bytes


def call(function, bytes, **settings):
    """Calls husk_encode, husk_decode or husk_inspect with settings."""
    codec = c_void_p(husk.husk_codec_new())
    error, result, count = c_void_p(), c_void_p(), c_size_t()
    try:
        for name, value in settings.items():
            check(husk.husk_codec_set(codec, name.encode(), value.encode(), byref(error)), error)
        check(function(codec, bytes, len(bytes), byref(result), byref(count), byref(error)), error)
    finally:
        husk.husk_codec_free(codec)
    return take(result, count)


def pieces(bytes, direction, step):
    """Sends bytes through a stream, and yields what comes out."""
    stream, error = c_void_p(), c_void_p()
    check(husk.husk_stream_new(None, direction, byref(stream), byref(error)), error)
    try:
        for start in range(0, len(bytes) + step, step):
            part = bytes[start : start + step]
            if part:
                check(husk.husk_stream_append(stream, part, len(part), byref(error)), error)
            else:
                check(husk.husk_stream_finish(stream, byref(error)), error)
            while True:
                result, count = c_void_p(), c_size_t()
                check(husk.husk_stream_next(stream, byref(result), byref(count), byref(error)), error)
                if not result:
                    break
                yield take(result, count)
        if len(bytes) % step:
            check(husk.husk_stream_finish(stream, byref(error)), error)
    finally:
        husk.husk_stream_free(stream)


def test_document(document):
    encoded = call(husk.husk_encode, document, level="1")
    assert len(encoded) < len(document)
    assert call(husk.husk_decode, encoded) == document
    assert b"".join(pieces(encoded, 1, len(encoded))) == document
    assert json.loads(call(husk.husk_inspect, encoded))["decodedByteCount"] == len(document)


def test_fields():
    rows = [{"id": number, "name": "n%d" % number, "more": [number]} for number in range(1000)]
    encoded = call(husk.husk_encode, json.dumps(rows).encode())
    some = json.loads(call(husk.husk_decode, encoded, fields="id,name", rows="10:20"))
    assert some == [{"id": row["id"], "name": row["name"]} for row in rows[10:20]]


def test_errors():
    for function, bytes, settings, code, offset in [
        (husk.husk_encode, b"[1,]", {}, "unexpectedCharacter", 3),
        (husk.husk_decode, b"", {}, "emptyInput", 0),
        (husk.husk_encode, b"1", {"level": "11"}, "invalidArgument", -1),
    ]:
        try:
            call(function, bytes, **settings)
        except HuskError as error:
            assert (error.code, error.offset) == (code, offset), (error.code, error.offset)
        else:
            raise AssertionError("no error: " + code)


assert husk.husk_version().count(b".") == 2
test_fields()
test_errors()
for path in sys.argv[2:]:
    with open(path, "rb") as file:
        test_document(file.read())
print(len(sys.argv) - 2, "documents")
