"""The problems of the bench as icepool's users would write them: name, median CPU milliseconds, number of outcomes."""

import statistics
import time

from icepool import Die, d6, d20, map as imap, lowest, highest, tupleize


def attack():
    margin = (d6 + 5) - (d6 + 4)
    return margin.map(lambda m: "destroy" if m >= 2 else "wound" if m >= 0 else "none")


def attacks():
    def turn(state):
        turn, wounds, over = state
        if over or turn == 6:
            return state
        def after(m):
            if m >= 2:
                return (turn + 1, wounds, True)
            return (turn + 1, wounds + 1 if m >= 0 else wounds, False)
        return ((d6 + 4) - (d6 + 6 - wounds)).map(after)
    state = Die([(0, 0, False)])
    for _ in range(6):
        state = state.map(turn, star=False)
    return state.map(lambda s: (s[0] if s[2] else 0, s[1]), star=False)


def volleys():
    total = 0
    for need in (1, 7, 15, 25):
        hit = d20.map(lambda r: 1 if r == 20 or (r != 1 and r >= need) else 0)
        total = total + 5 @ hit
    return (12 - total).map(lambda n: max(0, n))


def missile():
    def one(a):
        return (a @ d6 - 3 @ d6).map(lambda n: max(0, n))
    return tupleize(one(5), one(4), one(3))


def best():
    return d6.highest(10, 3)


def scores():
    one = d6.highest(4, 3)
    return one.pool(6).expand()


def battle():
    def round_(a, b):
        if a == 0 or b == 0:
            return (a, b)
        n, m = min(a, 3), min(b, 2)
        def losses(xs, ys):
            won = sum(1 for x, y in zip(sorted(xs, reverse=True), sorted(ys, reverse=True)) if x > y)
            return won
        return (n, m)
    kinds = {}
    for n in (1, 2, 3):
        for m in (1, 2):
            ours, theirs = d6.pool(n).expand(), d6.pool(m).expand()
            def won(xs, ys):
                return sum(1 for x, y in zip(xs[::-1], ys[::-1]) if x > y)
            kinds[n, m] = imap(won, ours, theirs, star=False)
    def step(state):
        a, b = state
        if a == 0 or b == 0:
            return state
        n, m = min(a, 3), min(b, 2)
        return kinds[n, m].map(lambda w: (a - (min(n, m) - w), b - w))
    state = Die([(30, 30)])
    for _ in range(60):
        state = state.map(step, star=False)
    return state


def sum_of_many():
    return 200 @ d6


CASES = {
    "attack": (attack, 50),
    "attacks in six turns": (attacks, 20),
    "four volleys": (volleys, 20),
    "missile": (missile, 9),
    "best three of ten": (best, 20),
    "six ability scores": (scores, 3),
    "battle of 30 against 30": (battle, 3),
    "200d6": (sum_of_many, 3),
}


def clear():
    """Forgets what earlier runs have worked out."""
    import gc
    import icepool
    for found in gc.get_objects():
        if type(found).__name__ == "_lru_cache_wrapper":
            found.cache_clear()


for name, (case, times) in CASES.items():
    taken = []
    for _ in range(times):
        clear()
        begin = time.process_time()
        result = case()
        size = len(list(result.items()))
        taken.append((time.process_time() - begin) * 1e3)
    print(f"{name}\t{statistics.median(taken):.4f}\t{size}", flush=True)
