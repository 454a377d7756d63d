"""The basic scenario of the two-colour game as a straightforward Python program, its rules hard-coded.

Reads the board from the standard input: columns and rows, then for each hex, column by column, its colour (0 or 1) and
its neighbours. Arguments: number of games, seed, 1 with the house rule that wears units down. Prints a line a game:
winner (or -), turns, commands; then the CPU seconds of all games.
"""

import heapq
import random
import sys
import time

STEPS = 4
SET_UP, MOVEMENT, ATTACK = range(3)


class Game:
    def __init__(self, board, worn, rng):
        self.columns, self.rows, self.colour, self.near = board
        self.worn = worn
        self.rng = rng
        self.at = [None] * 12
        self.alive = [True] * 12
        self.spent = [0] * 12
        self.attacked = [False] * 12
        self.lost = [0] * 12
        self.holder = [None] * len(self.colour)
        self.first = 0
        self.active = 0
        self.phase = SET_UP
        self.turn = 0

    def below(self, count):
        return self.rng.randrange(count)

    def units_of(self, side):
        return [u for u in range(side * 6, side * 6 + 6) if self.alive[u]]

    def enemy_in(self, side, hex):
        unit = self.holder[hex]
        return unit is not None and unit // 6 != side

    def is_free(self, side, hex):
        return self.colour[hex] == side and self.holder[hex] is None

    def edge(self, side):
        column = 0 if side == 0 else self.columns - 1
        return [column * self.rows + row for row in range(self.rows)]

    def unplaced(self, side):
        return [u for u in self.units_of(side) if self.at[u] is None]

    def within(self, hex, far):
        found = [hex]
        begin = 0
        for _ in range(far):
            end = len(found)
            for at in range(begin, end):
                for near in self.near[found[at]]:
                    if near not in found:
                        found.append(near)
            begin = end
        return found

    def places(self, side):
        placed = [self.at[u] for u in self.units_of(side) if self.at[u] is not None]
        places = {h for h in self.edge(side) if self.is_free(side, h)}
        if placed:
            for far in (1, 2):
                beside = {h for p in placed for h in self.within(p, far) if self.is_free(side, h)}
                if beside:
                    places |= beside
                    break
        if not places:
            around = placed or self.edge(side)
            for far in range(self.columns + self.rows):
                places = {h for p in around for h in self.within(p, far) if self.is_free(side, h)}
                if places:
                    break
        return sorted(places)

    def can_place(self, side):
        return bool(self.unplaced(side)) and bool(self.places(side))

    def set_up_next(self, last):
        for side in (1 - last, last):
            if self.can_place(side):
                self.active = side
                return
        for unit in range(12):
            if self.at[unit] is None:
                self.alive[unit] = False
        self.begin_turn(1)

    def begin_turn(self, turn):
        self.turn = turn
        for side in (self.first, 1 - self.first):
            if self.units_of(side):
                self.begin_step(side, MOVEMENT)
                return

    def begin_step(self, side, phase):
        self.active = side
        self.phase = phase
        self.spent = [0] * 12
        self.attacked = [False] * 12

    def end_step(self):
        if self.phase == MOVEMENT:
            self.begin_step(self.active, ATTACK)
        elif self.active == self.first and self.units_of(1 - self.first):
            self.begin_step(1 - self.first, MOVEMENT)
        else:
            self.begin_turn(self.turn + 1)

    def in_territory(self, side, hex):
        return self.colour[hex] == side or any(self.colour[h] == side for h in self.near[hex])

    def enter_cost(self, side, hex):
        if self.enemy_in(side, hex) or not self.in_territory(side, hex):
            return None
        return 1 if self.colour[hex] == side else 2

    def reachable(self, unit):
        start = self.at[unit]
        side = unit // 6
        budget = 3 - self.spent[unit]
        cost = {start: 0}
        queue = [(0, start)]
        while queue:
            so_far, hex = heapq.heappop(queue)
            if so_far > cost[hex]:
                continue
            for near in self.near[hex]:
                step = self.enter_cost(side, near)
                if step is None:
                    continue
                total = so_far + step
                if total <= budget and total < cost.get(near, 99):
                    cost[near] = total
                    heapq.heappush(queue, (total, near))
        return [(h, c) for h, c in sorted(cost.items()) if h != start and self.holder[h] is None]

    def strength(self, unit):
        at = self.at[unit]
        side = unit // 6
        own = 1 if self.colour[at] == side else 0
        return own + sum(1 for h in self.near[at] if self.colour[h] == side and not self.enemy_in(side, h))

    def attack_strength(self, unit):
        att = self.strength(unit)
        if self.worn:
            att -= self.lost[unit]
            for hex in self.near[self.at[unit]]:
                other = self.holder[hex]
                if other is not None and other // 6 == unit // 6:
                    att += STEPS // 2 - self.lost[other]
        return att

    def targets(self, unit):
        side = unit // 6
        found = []
        for hex in self.near[self.at[unit]]:
            other = self.holder[hex]
            if other is not None and other // 6 != side:
                found.append(other)
        return found

    def attack(self, unit, target):
        self.attacked[unit] = True
        defence = self.below(6) + 1 + self.strength(target)
        attack = self.below(6) + 1 + self.attack_strength(unit)
        margin = attack - defence
        if margin >= 2:
            self.destroy(target)
        elif margin >= 0 and self.worn:
            self.lost[target] += 1
            if self.lost[target] >= STEPS:
                self.destroy(target)

    def destroy(self, unit):
        self.holder[self.at[unit]] = None
        self.at[unit] = None
        self.alive[unit] = False

    def put(self, unit, hex):
        if self.at[unit] is not None:
            self.holder[self.at[unit]] = None
        self.at[unit] = hex
        self.holder[hex] = unit

    def place_one(self):
        units = self.unplaced(self.active)
        unit = units[self.below(len(units))]
        places = self.places(self.active)
        if not places:
            return False
        self.put(unit, places[self.below(len(places))])
        self.set_up_next(self.active)
        return True

    def attempt(self):
        if self.phase == SET_UP:
            verb = self.below(3)
            if verb == 0:
                return self.place_one()
            if verb == 1:
                return False
            # The side that begins already is not offered.
            if any(at is not None for at in self.at):
                return False
            self.first = self.active = 1 - self.first
            return True
        if self.phase == MOVEMENT:
            if self.below(2) == 1:
                return False
            units = self.units_of(self.active)
            unit = units[self.below(len(units))]
            hexes = self.reachable(unit)
            if not hexes:
                return False
            hex, cost = hexes[self.below(len(hexes))]
            self.put(unit, hex)
            self.spent[unit] += cost
            return True
        ready = [u for u in self.units_of(self.active) if not self.attacked[u] and self.targets(u)]
        if not ready:
            return False
        attackers = {ready[self.below(len(ready))] for _ in range(1 + self.below(min(3, len(ready))))}
        if len(attackers) != 1:
            return False
        unit = attackers.pop()
        targets = self.targets(unit)
        self.attack(unit, targets[self.below(len(targets))])
        return True

    def command(self):
        if self.below(4) > 0:
            for _ in range(24):
                if self.attempt():
                    return
        if self.phase == SET_UP:
            self.place_one()
        else:
            self.end_step()


def play(board, worn, rng):
    game = Game(board, worn, rng)
    commands = 0
    winner = None
    while game.turn <= 200:
        game.command()
        commands += 1
        gone = [side for side in (0, 1) if not game.units_of(side)]
        if gone:
            winner = 1 - gone[0]
            break
    return winner, game.turn, commands


def main():
    games, seed, worn = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "1"
    numbers = sys.stdin.read().split("\n")
    columns, rows = map(int, numbers[0].split())
    lines = [list(map(int, line.split())) for line in numbers[1 : 1 + columns * rows]]
    board = (columns, rows, [line[0] for line in lines], [line[1:] for line in lines])
    rng = random.Random(seed)
    begin = time.process_time()
    outcomes = [play(board, worn, rng) for _ in range(games)]
    spent = time.process_time() - begin
    for winner, turns, commands in outcomes:
        print("-" if winner is None else winner, turns, commands)
    print(spent)


main()
