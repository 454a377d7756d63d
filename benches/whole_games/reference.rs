//! The basic scenario of the two-colour game as a straightforward program, its rules hard-coded: what rules in scripts are
//! measured against. Written as one would write just this game; the policy of the players is that of
//! `houserule::play::RandomPlayer`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use houserule::kernel::dice::Generator;

/// A board: whose colour each hex is, by column and row, flat-topped with the odd columns shoved down or up.
pub struct Board {
    pub columns: usize,
    pub rows: usize,
    /// 0 or 1, column by column.
    pub colour: Vec<usize>,
    /// The adjacent hexes of each.
    pub near: Vec<Vec<usize>>,
}

/// How a game came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    pub winner: Option<usize>,
    pub turns: u32,
    pub commands: u32,
}

/// What wears units down, for the house rule that is measured too.
pub const STEPS: i64 = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    SetUp,
    Movement,
    Attack,
}

struct Game<'b> {
    board: &'b Board,
    worn: bool,
    dice: Generator,
    choices: Generator,
    at: [Option<usize>; 12],
    alive: [bool; 12],
    spent: [i64; 12],
    attacked: [bool; 12],
    lost: [i64; 12],
    holder: Vec<Option<usize>>,
    first: usize,
    active: usize,
    phase: Phase,
    turn: u32,
}

fn side_of(unit: usize) -> usize {
    unit / 6
}

impl Game<'_> {
    fn below(&mut self, count: usize) -> usize {
        self.choices.die(count as u32) as usize - 1
    }

    fn units_of(&self, side: usize) -> Vec<usize> {
        (side * 6..side * 6 + 6).filter(|u| self.alive[*u]).collect()
    }

    fn enemy_in(&self, side: usize, hex: usize) -> bool {
        self.holder[hex].is_some_and(|u| side_of(u) != side)
    }

    fn is_free(&self, side: usize, hex: usize) -> bool {
        self.board.colour[hex] == side && self.holder[hex].is_none()
    }

    fn edge(&self, side: usize) -> Vec<usize> {
        let column = if side == 0 { 0 } else { self.board.columns - 1 };
        (0..self.board.rows).map(|row| column * self.board.rows + row).collect()
    }

    fn unplaced(&self, side: usize) -> Vec<usize> {
        self.units_of(side).into_iter().filter(|u| self.at[*u].is_none()).collect()
    }

    fn within(&self, hex: usize, far: usize) -> Vec<usize> {
        let mut found = vec![hex];
        let mut begin = 0;
        for _ in 0..far {
            let end = found.len();
            for at in begin..end {
                for &near in &self.board.near[found[at]] {
                    if !found.contains(&near) {
                        found.push(near);
                    }
                }
            }
            begin = end;
        }
        found
    }

    fn places(&self, side: usize) -> Vec<usize> {
        let placed: Vec<usize> = self.units_of(side).into_iter().filter_map(|u| self.at[u]).collect();
        let mut places: Vec<usize> =
            self.edge(side).into_iter().filter(|hex| self.is_free(side, *hex)).collect();
        if !placed.is_empty() {
            for far in 1..=2 {
                let mut beside = Vec::new();
                for hex in &placed {
                    beside.extend(self.within(*hex, far).into_iter().filter(|hex| self.is_free(side, *hex)));
                }
                if !beside.is_empty() {
                    places.extend(beside);
                    break;
                }
            }
        }
        if places.is_empty() {
            let around = if placed.is_empty() { self.edge(side) } else { placed };
            for far in 0..self.board.columns + self.board.rows {
                for hex in &around {
                    places.extend(self.within(*hex, far).into_iter().filter(|hex| self.is_free(side, *hex)));
                }
                if !places.is_empty() {
                    break;
                }
            }
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    fn can_place(&self, side: usize) -> bool {
        !self.unplaced(side).is_empty() && !self.places(side).is_empty()
    }

    fn set_up_next(&mut self, last: usize) {
        if let Some(side) = [1 - last, last].into_iter().find(|side| self.can_place(*side)) {
            self.active = side;
            return;
        }
        for unit in 0..12 {
            self.alive[unit] &= self.at[unit].is_some();
        }
        self.begin_turn(1);
    }

    fn begin_turn(&mut self, turn: u32) {
        self.turn = turn;
        for side in [self.first, 1 - self.first] {
            if !self.units_of(side).is_empty() {
                self.begin_step(side, Phase::Movement);
                return;
            }
        }
    }

    fn begin_step(&mut self, side: usize, phase: Phase) {
        self.active = side;
        self.phase = phase;
        self.spent = [0; 12];
        self.attacked = [false; 12];
    }

    fn end_step(&mut self) {
        if self.phase == Phase::Movement {
            self.begin_step(self.active, Phase::Attack);
        } else if self.active == self.first && !self.units_of(1 - self.first).is_empty() {
            self.begin_step(1 - self.first, Phase::Movement);
        } else {
            self.begin_turn(self.turn + 1);
        }
    }

    fn in_territory(&self, side: usize, hex: usize) -> bool {
        self.board.colour[hex] == side || self.board.near[hex].iter().any(|h| self.board.colour[*h] == side)
    }

    fn enter_cost(&self, side: usize, hex: usize) -> Option<i64> {
        if self.enemy_in(side, hex) || !self.in_territory(side, hex) {
            return None;
        }
        Some(if self.board.colour[hex] == side { 1 } else { 2 })
    }

    /// The hexes in which a move may end, with what they cost.
    fn reachable(&self, unit: usize) -> Vec<(usize, i64)> {
        let Some(start) = self.at[unit] else { return Vec::new() };
        let side = side_of(unit);
        let budget = 3 - self.spent[unit];
        let mut cost = vec![i64::MAX; self.board.colour.len()];
        let mut queue = BinaryHeap::new();
        cost[start] = 0;
        queue.push(Reverse((0, start)));
        while let Some(Reverse((so_far, hex))) = queue.pop() {
            if so_far > cost[hex] {
                continue;
            }
            for &next in &self.board.near[hex] {
                let Some(step) = self.enter_cost(side, next) else { continue };
                let total = so_far + step;
                if total <= budget && total < cost[next] {
                    cost[next] = total;
                    queue.push(Reverse((total, next)));
                }
            }
        }
        let free = |hex: usize| hex != start && cost[hex] < i64::MAX && self.holder[hex].is_none();
        (0..cost.len()).filter(|hex| free(*hex)).map(|hex| (hex, cost[hex])).collect()
    }

    fn strength(&self, unit: usize) -> i64 {
        let Some(at) = self.at[unit] else { return 0 };
        let side = side_of(unit);
        let own = |hex: usize| self.board.colour[hex] == side;
        let counts = |hex: usize| own(hex) && !self.enemy_in(side, hex);
        i64::from(own(at)) + self.board.near[at].iter().filter(|hex| counts(**hex)).count() as i64
    }

    fn attack_strength(&self, unit: usize) -> i64 {
        let mut att = self.strength(unit);
        if self.worn {
            att -= self.lost[unit];
            for hex in self.at[unit].iter().flat_map(|at| &self.board.near[*at]) {
                if let Some(other) = self.holder[*hex]
                    && side_of(other) == side_of(unit)
                {
                    att += STEPS / 2 - self.lost[other];
                }
            }
        }
        att
    }

    fn targets(&self, unit: usize) -> Vec<usize> {
        let Some(at) = self.at[unit] else { return Vec::new() };
        let near = self.board.near[at].iter().filter_map(|hex| self.holder[*hex]);
        near.filter(|other| side_of(*other) != side_of(unit)).collect()
    }

    fn attack(&mut self, unit: usize, target: usize) {
        self.attacked[unit] = true;
        let (att, def) = (self.attack_strength(unit), self.strength(target));
        let defence = i64::from(self.dice.die(6)) + def;
        let attack = i64::from(self.dice.die(6)) + att;
        let margin = attack - defence;
        if margin >= 2 {
            self.destroy(target);
        } else if margin >= 0 && self.worn {
            self.lost[target] += 1;
            if self.lost[target] >= STEPS {
                self.destroy(target);
            }
        }
    }

    fn destroy(&mut self, unit: usize) {
        if let Some(hex) = self.at[unit].take() {
            self.holder[hex] = None;
        }
        self.alive[unit] = false;
    }

    fn put(&mut self, unit: usize, hex: usize) {
        if let Some(old) = self.at[unit] {
            self.holder[old] = None;
        }
        self.at[unit] = Some(hex);
        self.holder[hex] = Some(unit);
    }

    fn place_one(&mut self) -> bool {
        let side = self.active;
        let units = self.unplaced(side);
        let unit = units[self.below(units.len())];
        let places = self.places(side);
        if places.is_empty() {
            return false;
        }
        let hex = places[self.below(places.len())];
        self.put(unit, hex);
        self.set_up_next(side);
        true
    }

    /// One try of the random player with a verb that has parameters; true where it has done something.
    fn attempt(&mut self) -> bool {
        let active = self.active;
        match self.phase {
            Phase::SetUp => match self.below(3) {
                0 => self.place_one(),
                1 => false,
                _ => {
                    // The side that begins already is not offered.
                    if self.at.iter().any(Option::is_some) {
                        return false;
                    }
                    self.first = 1 - self.first;
                    self.active = self.first;
                    true
                }
            },
            Phase::Movement => {
                // Nobody enters in this scenario.
                if self.below(2) == 1 {
                    return false;
                }
                let units = self.units_of(active);
                let unit = units[self.below(units.len())];
                let hexes = self.reachable(unit);
                if hexes.is_empty() {
                    return false;
                }
                let (hex, cost) = hexes[self.below(hexes.len())];
                self.put(unit, hex);
                self.spent[unit] += cost;
                true
            }
            Phase::Attack => {
                let ready: Vec<usize> = self
                    .units_of(active)
                    .into_iter()
                    .filter(|u| !self.attacked[*u] && !self.targets(*u).is_empty())
                    .collect();
                if ready.is_empty() {
                    return false;
                }
                let count = 1 + self.below(ready.len().min(3));
                let mut attackers: Vec<usize> = Vec::new();
                for _ in 0..count {
                    let one = ready[self.below(ready.len())];
                    if !attackers.contains(&one) {
                        attackers.push(one);
                    }
                }
                let [unit] = attackers[..] else { return false };
                let targets = self.targets(unit);
                let target = targets[self.below(targets.len())];
                self.attack(unit, target);
                true
            }
        }
    }

    fn command(&mut self) {
        if self.below(4) > 0 {
            for _ in 0..24 {
                if self.attempt() {
                    return;
                }
            }
        }
        if self.phase == Phase::SetUp {
            // The set-up ends by itself; until then the verbs are gone through in their order, and the first places.
            self.place_one();
        } else {
            self.end_step();
        }
    }
}

/// Plays one game of random players.
pub fn play(board: &Board, worn: bool, dice: Generator, choices: Generator) -> Outcome {
    let mut game = Game {
        board,
        worn,
        dice,
        choices,
        at: [None; 12],
        alive: [true; 12],
        spent: [0; 12],
        attacked: [false; 12],
        lost: [0; 12],
        holder: vec![None; board.colour.len()],
        first: 0,
        active: 0,
        phase: Phase::SetUp,
        turn: 0,
    };
    let mut outcome = Outcome::default();
    while game.turn <= 200 {
        game.command();
        outcome.commands += 1;
        if let Some(gone) = (0..2).find(|side| game.units_of(*side).is_empty()) {
            outcome.winner = Some(1 - gone);
            break;
        }
    }
    outcome.turns = game.turn;
    outcome
}
