//! What is written on the two lines of a hex: its units, their numbers, and the signs that are laid over it.

use super::counters::{By, Counter, Stack, written};
use super::picture::Used;
use crate::kernel::hex::Hex;
use crate::kernel::value::{SideId, UnitId};
use crate::report::map::board::Board;
use crate::report::map::faces::Faces;
use crate::report::style::Ink;
use crate::report::wrap::{clip, shown_width};

/// Stands before who made the last attack, and before whom it was made on.
pub(super) const ATTACKS: &str = "!>";
pub(super) const ATTACKED: &str = ">!";

/// A text with the ink that it is written in.
pub(super) type Inked = (String, Ink);

impl Board<'_> {
    /// The upper and the lower line of a hex, each of so many columns at most. Signs of the last attack stand beside the
    /// units where there is room, else below them with the label, but drive no name away; the numbers of a unit that is alone stand below it where
    /// nothing else does.
    pub(super) fn contents(
        &self,
        hex: Hex,
        columns: usize,
        faces: &Faces<'_>,
        used: &mut Used,
    ) -> [Vec<Inked>; 2] {
        let stacks: Vec<Stack> =
            self.units_at(hex).into_iter().map(|(side, units)| self.stack(side, units)).collect();
        let in_lines = |lines: usize| written(&stacks, columns, lines, self.style.glyphs().times);
        let mut label = self.label(hex);
        let mut units = in_lines(if label.is_empty() { 2 } else { 1 });
        let (sign, fallen) = (self.attack_sign(hex), self.fallen(hex));
        if sign.is_some() || !fallen.is_empty() {
            let names = units.lines.first().map(|line| self.pieces(line)).unwrap_or_default();
            let groups = sign.clone().map(|sign| vec![sign]).into_iter().chain([names]);
            let upper = parted(groups.chain(fallen.iter().map(|unit| vec![unit.clone()])));
            if units.lines.len() < 2 && wide(&upper) <= columns {
                return [upper, self.lower(hex, label, columns, faces, used)];
            }
            // Who stands there is more than what was done there: that is told below the map, too.
            let in_one = in_lines(1);
            if in_one.by == units.by {
                label.splice(0..0, sign.into_iter().chain(fallen));
                units = in_one;
            }
        }
        if units.by == By::Sign {
            let types = self.scene.state.units_at(hex).iter();
            used.types.extend(types.map(|unit| self.scene.state.unit(*unit).unit_type));
        }
        let upper = units.lines.first().map(|line| self.pieces(line)).unwrap_or_default();
        match units.lines.get(1) {
            Some(line) => [upper, self.pieces(line)],
            None => [upper, self.lower(hex, label, columns, faces, used)],
        }
    }

    /// The label, as much of it as there is room for; where there is none, the numbers of a unit that is alone.
    fn lower(
        &self,
        hex: Hex,
        label: Vec<Inked>,
        columns: usize,
        faces: &Faces<'_>,
        used: &mut Used,
    ) -> Vec<Inked> {
        if !label.is_empty() {
            return clipped(parted(label.into_iter().map(|piece| vec![piece])), columns);
        }
        let [unit] = self.scene.state.units_at(hex)[..] else { return Vec::new() };
        let face = faces.of(unit).filter(|face| !face.numbers.is_empty());
        let Some(face) = face.filter(|face| shown_width(&face.numbers) <= columns) else { return Vec::new() };
        used.numbered.insert(unit);
        vec![(face.numbers.clone(), Ink::new())]
    }

    /// What a hex has to do with the last attack.
    fn attack_sign(&self, hex: Hex) -> Option<Inked> {
        let attack = self.scene.overlay.attack.as_ref()?;
        let attacks = attack.attackers.iter().any(|(_, from)| *from == hex);
        let sign = match (attacks, attack.target.1 == hex) {
            (false, false) => return None,
            (true, false) => ATTACKS.to_owned(),
            (false, true) => ATTACKED.to_owned(),
            (true, true) => format!("{ATTACKS} {ATTACKED}"),
        };
        Some((sign, self.style.noted()))
    }

    /// The units that fell in a hex, struck out.
    fn fallen(&self, hex: Hex) -> Vec<Inked> {
        let fell = self.scene.overlay.destroyed.iter().filter(|(_, at)| *at == hex);
        let told = fell.map(|(unit, _)| {
            let side = self.scene.state.unit(*unit).side;
            (format!("-{}-", self.unit_name(*unit)), self.style.side_ink(self.scene.catalogue, side))
        });
        told.collect()
    }

    fn pieces(&self, line: &[(SideId, String)]) -> Vec<Inked> {
        let piece = |(side, text): &(SideId, String)| {
            (text.clone(), self.style.side_ink(self.scene.catalogue, *side))
        };
        line.iter().map(piece).collect()
    }

    fn stack(&self, side: SideId, units: Vec<UnitId>) -> Stack {
        let counter = |id: UnitId| {
            let sign = self.type_sign(self.scene.state.unit(id).unit_type);
            Counter { name: self.unit_name(id), sign }
        };
        Stack { side, counters: units.into_iter().map(counter).collect() }
    }

    /// The signs for a hex, each with its ink: `[^c]` for what a property marks there; `=3` in reach at a cost of 3 (`=3>` to pass through only), `*2` second on the way, `o` on
    /// the line of sight, `'` touched by it, `X` where it is blocked. Empty for a hex that nothing is laid over.
    fn label(&self, hex: Hex) -> Vec<Inked> {
        let overlay = self.scene.overlay;
        let landmarks = self
            .landmarks_at(hex)
            .map(|landmark| (self.landmark_sign(landmark), self.landmark_ink(landmark)));
        let mut label: Vec<Inked> = landmarks.collect();
        let mut signs = Vec::new();
        signs.extend(overlay.marks.get(&hex).map(|mark| self.style.clean(mark)));
        signs.extend(overlay.sight_at(hex).map(|met| self.signs.of_sight(met).to_string()));
        signs.extend(overlay.step(hex).map(|step| format!("*{step}")));
        signs.extend(overlay.reach.get(&hex).map(|cost| match overlay.passing.contains(&hex) {
            true => format!("={cost}>"),
            false => format!("={cost}"),
        }));
        if !signs.is_empty() {
            label.push((signs.join(" "), self.style.noted()));
        }
        label
    }
}

/// Groups of texts with a blank between one group and the next.
fn parted(groups: impl Iterator<Item = Vec<Inked>>) -> Vec<Inked> {
    let mut line: Vec<Inked> = Vec::new();
    for group in groups.filter(|group| !group.is_empty()) {
        if !line.is_empty() {
            line.push((" ".to_owned(), Ink::new()));
        }
        line.extend(group);
    }
    line
}

/// As much of a line as there is room for.
fn clipped(line: Vec<Inked>, columns: usize) -> Vec<Inked> {
    let mut room = columns;
    let mut cut = Vec::new();
    for (text, ink) in line {
        if room == 0 {
            break;
        }
        let text = clip(&text, room, "+");
        room -= shown_width(&text).min(room);
        cut.push((text, ink));
    }
    cut
}

/// How many columns a line takes.
pub(super) fn wide(line: &[Inked]) -> usize {
    line.iter().map(|(text, _)| shown_width(text)).sum()
}
