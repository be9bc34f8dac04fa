# SPDX-License-Identifier: Apache-2.0
"""How numbers and dates are written (SPEC.md, sections 8.6.2 to 8.6.4, and 8.6.12)."""

from __future__ import annotations

import datetime
import math
import struct
from decimal import ROUND_CEILING, Context
from fractions import Fraction

# The widths of the runs that are a date, by calendar.
CALENDAR_WIDTHS = (
    (), (4, 2, 2), (4, 2, 2, 2, 2), (4, 2, 2, 2, 2, 2), (4, 2, 2, 2, 2, 2, 3),
    (4, 2, 2, 2, 2, 2, 6),
)
_UNITS_OF_DAY = (0, 1, 1440, 86_400, 86_400_000, 86_400_000_000)
_FRACTIONS = (0, 0, 0, 1, 1000, 1_000_000)
_DAYS = 3_652_059
# The bits of infinity, by the variants of floating point that are numbers of IEEE 754.
INFINITIES = (0x7FF << 52, 0xFF << 23, 0xFF << 23)
_UPPERCASE, _PLUS, _TWO_DIGITS, _POINT, _POINT_BEFORE_EXPONENT = 1, 2, 4, 8, 16


def decimal(value: int, scale: int, variant: int = 0) -> bytes:
    """An integer with a point before as many digits as the scale says."""
    if scale == 0:
        return b"%d" % value
    digits = b"%0*d" % (scale + 1, abs(value))
    whole, fraction = digits[:-scale], digits[-scale:]
    if variant:
        fraction = fraction.rstrip(b"0") or (b"0" if variant == 2 else b"")
    sign = b"-" if value < 0 else b""
    return sign + whole + b"." + fraction if fraction else sign + whole


def _moved(mantissa: int, scale: int, distance: int) -> float | None:
    if abs(mantissa) > 1 << 53:
        return None
    bits = struct.unpack("<q", struct.pack("<d", mantissa / 10.0**scale))[0]
    moved = bits + distance
    if not -(1 << 63) <= moved < 1 << 63 or (bits < 0) != (moved < 0):
        return None
    return struct.unpack("<d", struct.pack("<q", moved))[0]


def is_near_decimal(mantissa: int, scale: int, distance: int) -> bool:
    """Whether these stand for a double that may stand in a column of near decimals."""
    value = _moved(mantissa, scale, distance)
    return value is not None and (value == 0 or 0.0001 <= abs(value) < 1e15)


def near_decimal(mantissa: int, scale: int, distance: int, variant: int) -> bytes:
    """A double as the variant says, without an exponent."""
    value = _moved(mantissa, scale, distance)
    if variant == 1:
        return b"%.17g" % value
    text = repr(value)
    return (text if variant == 2 else text.removesuffix(".0")).encode()


def floating(value: int, variant: int, notation: tuple[int, int, int]) -> bytes:
    """A number of IEEE 754 (section 8.6.12), with the fewest digits that it is read back from."""
    bits = value if value >= 0 else ~value
    if variant == 0:
        text = repr(struct.unpack("<d", bits.to_bytes(8, "little"))[0])
    else:
        number = struct.unpack("<f", bits.to_bytes(4, "little"))[0]
        text = _shortest_binary32(number, bits) if variant == 2 and bits else repr(number)
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    zeros = len(digits) - len(digits.lstrip("0"))
    first = len(whole) - 1 - zeros + int(exponent or 0)
    return exponential(value < 0, digits.strip("0"), first, notation)


def _shortest_binary32(number: float, bits: int) -> str:
    """The fewest digits that are read as a binary32, and of those the nearest."""
    is_normal, half = bits >= 1 << 23, max(math.ulp(number) * 2.0**28, 2.0**-150)
    # Below powers of two the next number is half as near, but for the least that is normal.
    is_power = bits & (1 << 23) - 1 == 0 and bits > 1 << 23
    edges = least, most = number - (half / 2 if is_power else half), number + half
    # Normal numbers lie so close that of six digits and fewer at most one decimal is read as each,
    # which is the nearest of six.
    for digits in range(6 if is_normal else 1, 10):
        texts = ["%.*e" % (digits - 1, number)]
        if is_power:
            texts.append(f"{Context(digits, ROUND_CEILING).create_decimal_from_float(number):e}")
        for text in texts:
            value: float | Fraction = float(text)
            if value in edges:
                value = Fraction(text)    # as a double it may be rounded to an edge
            if least < value < most or (bits & 1 == 0 and value in edges):
                return text
    raise AssertionError("nine digits are enough")


def exponential(is_negative: bool, digits: str, exponent: int,
                notation: tuple[int, int, int]) -> bytes:
    """A number of its digits and the exponent of the first of them (section 8.6.12).

    Zero has no digits, and a notation is marks, ``low`` and ``high``.
    """
    marks, low, high = notation
    ahead, behind = exponent + 1, ""
    if not digits:
        digits, ahead = "0", 1
    elif not -low <= exponent < high:
        sign = "-" if exponent < 0 else "+" if marks & _PLUS else ""
        behind = ("E" if marks & _UPPERCASE else "e") + sign
        behind += ("%02d" if marks & _TWO_DIGITS else "%d") % abs(exponent)
        ahead = 1
    elif exponent < 0:
        digits, ahead = "0" * -exponent + digits, 1
    whole, fraction = digits[:ahead].ljust(ahead, "0"), digits[ahead:]
    if not fraction and marks & (_POINT_BEFORE_EXPONENT if behind else _POINT):
        fraction = "0"
    point = "." if fraction else ""
    return f"{'-' if is_negative else ''}{whole}{point}{fraction}{behind}".encode()


def check_moments(low: int, high: int, calendar: int) -> bool:
    """Whether moments are in the years 1 to 9999."""
    return low >= 0 and high < _DAYS * _UNITS_OF_DAY[calendar]


def moment_runs(value: int, calendar: int) -> tuple[int, ...]:
    """Year, month and so on of a moment."""
    day, rest = divmod(value, _UNITS_OF_DAY[calendar])
    date = datetime.date.fromordinal(day + 1)
    days = (date.year, date.month, date.day)
    if calendar == 1:
        return days
    fraction = 0
    if calendar > 3:
        rest, fraction = divmod(rest, _FRACTIONS[calendar])
    if calendar == 2:
        return (*days, rest // 60, rest % 60)
    runs = (*days, rest // 3600, rest // 60 % 60, rest % 60)
    return runs if calendar == 3 else (*runs, fraction)


def moment(runs: tuple[int, ...], calendar: int) -> int | None:
    """The moment that year, month and so on stand for, if they do."""
    try:
        day = datetime.date(*runs[:3]).toordinal() - 1
    except ValueError:
        return None
    hour, minute, second, fraction = (*runs[3:], 0, 0, 0, 0)[:4]
    if hour > 23 or minute > 59 or second > 59:
        return None
    if calendar == 1:
        return day
    if calendar == 2:
        return day * 1440 + hour * 60 + minute
    seconds = day * 86_400 + hour * 3600 + minute * 60 + second
    return seconds if calendar == 3 else seconds * _FRACTIONS[calendar] + fraction
