# SPDX-License-Identifier: Apache-2.0
"""Compressed runs of bytes (SPEC.md, section 9.8)."""

from __future__ import annotations

import functools
import zlib
from typing import Any

from .errors import HuskError
from .limits import MAX_MODELLED

NONE, DEFLATE, GZIP, ZSTD, BROTLI, MODELLED, PRESET_ZSTD, PRESET_MODELLED = range(8)
NAMES = ("none", "deflate", "gzip", "zstd", "brotli", "modelled", "presetZstd",
         "presetModelled")
SLOW = (MODELLED, PRESET_MODELLED)
"""The codecs that take long for each byte that they make."""
_DEFLATE_RATIO, _ZSTD_RATIO, _MODELLED_RATIO = 1032, 32_768, 524_288
_BROTLI_PIECE = 64


def decompress(codec: int, data: bytes, count: int, offset: int | None = None) -> bytes:
    """The ``count`` bytes that compressed data becomes."""
    if codec >= len(NAMES):
        raise HuskError("unsupportedCodec", offset)
    invalid = HuskError("invalidCompression", offset)
    if not data or not count or codec == NONE:
        if (codec == NONE and len(data) != count) or (codec != NONE and bool(data) != bool(count)):
            raise invalid
        if codec == NONE:
            return bytes(data)
        if not data:
            return b""
    try:
        plain = _WAYS[codec](data, count)
    except HuskError:
        raise
    except Exception:
        raise invalid from None
    if plain is None or len(plain) != count:
        raise invalid
    return plain


def _inflate(data: bytes, count: int, window: int) -> bytes | None:
    if count > _DEFLATE_RATIO * len(data):
        return None
    inflater = zlib.decompressobj(window)
    plain = inflater.decompress(data, count + 1)
    if len(plain) == count and not inflater.eof:
        plain += inflater.decompress(inflater.unconsumed_tail, 1)
    return plain if inflater.eof and not inflater.unused_data else None


def _deflate(data: bytes, count: int) -> bytes | None:
    return _inflate(data, count, -15)


def _gzip(data: bytes, count: int) -> bytes | None:
    return _inflate(data, count, 31)


def _zstd(data: bytes, count: int, has_preset: bool = False) -> bytes | None:
    if count > _ZSTD_RATIO * len(data):
        return None
    try:
        import zstandard
    except ImportError:
        raise _missing("zstandard") from None
    frame = b"\x28\xb5\x2f\xfd\xe0" + count.to_bytes(8, "little") + data
    what = {"dict_data": _preset()} if has_preset else {}
    decoder = zstandard.ZstdDecompressor(max_window_size=1 << 31, **what).decompressobj()
    plain = decoder.decompress(frame)
    return plain if decoder.eof and not decoder.unused_data else None


@functools.cache
def _preset() -> Any:
    """The preset dictionary (section 9.8.1), as the package wants it."""
    import zstandard

    from .preset import PRESET

    return zstandard.ZstdCompressionDict(PRESET, dict_type=zstandard.DICT_TYPE_RAWCONTENT)


def _preset_zstd(data: bytes, count: int) -> bytes | None:
    return _zstd(data, count, has_preset=True)


def _brotli(data: bytes, count: int) -> bytes | None:
    try:
        import brotli
    except ImportError:
        raise _missing("brotli") from None
    decoder, pieces, size = brotli.Decompressor(), [], 0
    for at in range(0, len(data), _BROTLI_PIECE):
        if decoder.is_finished():
            return None
        piece = decoder.process(data[at : at + _BROTLI_PIECE])
        size += len(piece)
        if size > count:
            return None
        pieces.append(piece)
    if not decoder.is_finished():
        return None
    plain = b"".join(pieces)
    # ``process`` does not say whether bytes are left in the last piece; ``decompress`` does.
    return plain if brotli.decompress(data) == plain else None


def _modelled(data: bytes, count: int, preamble: bytes = b"") -> bytes | None:
    if count > MAX_MODELLED:
        raise HuskError("limitExceeded")
    if count > _MODELLED_RATIO * len(data):
        return None
    from .modelled import modelled_bytes

    return modelled_bytes(data, count, preamble)


def _preset_modelled(data: bytes, count: int) -> bytes | None:
    from .preset import PRESET
    from .sample import SAMPLE

    return _modelled(data, count, SAMPLE + PRESET)


def _missing(module: str) -> HuskError:
    return HuskError("missingModule", None, f"this input needs the package {module}: "
                     f"python3 -m pip install {module}")


_WAYS = {DEFLATE: _deflate, GZIP: _gzip, ZSTD: _zstd, BROTLI: _brotli, MODELLED: _modelled,
         PRESET_ZSTD: _preset_zstd, PRESET_MODELLED: _preset_modelled}
