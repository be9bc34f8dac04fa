# SPDX-License-Identifier: Apache-2.0
"""Probabilities and the histories of bits (SPEC.md, sections 16.2 and 16.3)."""

from __future__ import annotations

# Probabilities (section 16.2): logistic values from -3072 on, and back.

_POINTS = (32768, 40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269,
           65374, 65438, 65476, 65500, 65514, 65523, 65528, 65531, 65533, 65534, 65535, 65535, 65535)


def _point(x: int) -> int:
    i, part = divmod(abs(x), 128)
    p = (_POINTS[i] * (128 - part) + _POINTS[min(i + 1, 24)] * part + 64) // 128
    return 65536 - p if x < 0 else p


SQUASHED = [_point(x) for x in range(-3072, 3072)]


def _make_stretched() -> list[int]:
    stretched, x = [], -2047
    for p in range(4096):
        while x < 2047 and SQUASHED[x + 3072] < 16 * p + 8:
            x += 1
        stretched.append(x)
    return stretched


STRETCHED = _make_stretched()
INPUTS = [(value, (p - 2048) >> 1) for p, value in enumerate(STRETCHED)]
RATES = [655_360 // (10 * count + 16) for count in range(1021)]

# Histories (section 16.3).

_LONGEST = (48, 24, 10, 6, 4)


def _is_listed(zeros: int, ones: int) -> bool:
    fewer = min(zeros, ones)
    return fewer < 5 and max(zeros, ones) <= _LONGEST[fewer]


STATES = [(zeros, total - zeros, last) for total in range(50) for zeros in range(total + 1)
           if _is_listed(zeros, total - zeros) for last in range(2 if 0 < zeros < total else 1)]
_NUMBERS = {state: number for number, state in enumerate(STATES)}


def _follow(state: tuple[int, int, int], bit: int) -> int:
    counts = list(state[:2])
    counts[bit] += 1
    other = counts[1 - bit]
    if other > 2:
        counts[1 - bit] = other - 1 if other <= 5 else min(4 + (other - 6) // 6, 7)
    while not _is_listed(*counts):
        limit = _LONGEST[min(*counts, 4)]
        is_too_long = counts[bit] > limit and counts[bit] > counts[1 - bit]
        counts[bit if is_too_long else 1 - bit] -= 1
    return _NUMBERS[counts[0], counts[1], 0 if 0 in counts else bit]


FOLLOWING = [[_follow(state, bit) for state in STATES] for bit in range(2)]
STARTS = [((2 * ones + 1) << 22) // (2 * (zeros + ones) + 2) for zeros, ones, _ in STATES]
