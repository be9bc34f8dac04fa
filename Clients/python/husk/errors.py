# SPDX-License-Identifier: Apache-2.0
"""The one error of this package (SPEC.md, section 11)."""

from __future__ import annotations


class HuskError(ValueError):
    """An input is refused, or something that is needed is not at hand.

    ``code`` is one of the codes of SPEC.md, section 11, or ``missingModule`` where a package that
    reads this kind of input is not installed. ``offset`` is the number of bytes before the byte at
    fault, where there is one.
    """

    def __init__(self, code: str, offset: int | None = None, message: str | None = None) -> None:
        self.code = code
        self.offset = offset
        self.message = message
        parts = [code if message is None else f"{message} ({code})"]
        if offset is not None:
            parts.append(f"at byte {offset}")
        super().__init__(" ".join(parts))

    def __reduce__(self):
        return (HuskError, (self.code, self.offset, self.message))
