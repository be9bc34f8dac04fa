# SPDX-License-Identifier: Apache-2.0
"""Husk: JSON in few bytes, without loss of a single one.

``encode`` and ``decode`` take and give bytes; ``read`` gives rows of an encoded file as Python
values, ``open`` goes through them in little memory, ``to_pandas`` and ``to_arrow`` make tables.
With libhusk they are fast. Without it everything but encoding works, by a decoder that is written
in Python from SPEC.md.
"""

from .api import (
    Fields, Reader, Rows, Store, Template, count_rows, decode, decode_messages, encode,
    encode_messages, has_library, open, read, to_arrow, to_pandas, train,
)
from .errors import HuskError
from .limits import Limits

__version__ = "0.1.0"
__all__ = [
    "Fields", "HuskError", "Limits", "Reader", "Rows", "Store", "Template", "count_rows", "decode",
    "decode_messages", "encode", "encode_messages", "has_library", "open", "read", "to_arrow",
    "to_pandas", "train",
]
