"""The game of tests/fixtures/depths worked out by itself: every die listed, and the matrix game solved by trying every
pair of supports. Prints the value, and the figures of all meetings.

    python3 depths.py CHARGES PLATES STRONG
"""

import sys
from fractions import Fraction
from itertools import combinations, product

charges, plates, strong = map(int, sys.argv[1:4])


def splits(count):
    return [(a, b, count - a - b) for a in range(count + 1) for b in range(count - a + 1)]


def chance(split, other):
    """Of harm of at least `strong`, by all throws of all dice."""
    hits = 0
    for dice in product(range(1, 7), repeat=charges + plates):
        rest, harm = list(dice), 0
        for mine, yours in zip(split, other):
            thrown, rest = sum(rest[:mine]), rest[mine:]
            turned, rest = sum(rest[:yours]), rest[yours:]
            harm += max(0, thrown - turned)
        hits += harm >= strong
    return Fraction(hits, 6 ** (charges + plates))


def solve(rows, right):
    """The one solution of linear equations, by elimination; None where there is not one."""
    rows = [list(row) + [value] for row, value in zip(rows, right)]
    count = len(rows[0]) - 1
    for at in range(count):
        pivot = next((r for r in range(at, len(rows)) if rows[r][at] != 0), None)
        if pivot is None:
            return None
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for r in range(len(rows)):
            if r != at and rows[r][at] != 0:
                factor = rows[r][at] / rows[at][at]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[at])]
    if any(row[count] != 0 for row in rows[count:]):
        return None
    return [rows[at][count] / rows[at][at] for at in range(count)]


def value(matrix):
    """By supports of equal size: some pair of them is an equilibrium of every game."""
    height, width = len(matrix), len(matrix[0])
    for size in range(1, min(height, width) + 1):
        for own in combinations(range(height), size):
            for other in combinations(range(width), size):
                p = solve([[matrix[i][j] for i in own] + [-1] for j in other] + [[1] * size + [0]], [0] * size + [1])
                q = solve([[matrix[i][j] for j in other] + [-1] for i in own] + [[1] * size + [0]], [0] * size + [1])
                if p is None or q is None or min(p[:-1]) < 0 or min(q[:-1]) < 0 or p[-1] != q[-1]:
                    continue
                rows = [sum(matrix[i][j] * q[k] for k, j in enumerate(other)) for i in range(height)]
                columns = [sum(matrix[i][j] * p[k] for k, i in enumerate(own)) for j in range(width)]
                if max(rows) <= p[-1] <= min(columns):
                    return p[-1]


# Figures depend only on which splits meet, so equal meetings are worked out once.
known = {}


def figure(split, other):
    key = tuple(sorted(zip(split, other)))
    if key not in known:
        known[key] = chance(split, other)
    return known[key]


matrix = [[figure(row, column) for column in splits(plates)] for row in splits(charges)]
print("value", value(matrix))
for row in matrix:
    print(" ".join(map(str, row)))
