//! Boards of two colours that are made from a seed: `patchwork white black seed 7 grain 3` in the block of a map.

use super::{Assembly, Line};
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::hex::{HexMap, Patch, Patchwork};

/// What a patchwork is made with where its line does not say.
const SEED: u64 = 1;
const GRAIN: u32 = 3;

impl Assembly<'_> {
    /// Gives every hex one of two terrains, and cuts out those that have no half turn.
    pub(super) fn patchwork(&mut self, map: &mut HexMap, mut line: Line<'_, '_>) -> Result<(), Diagnostic> {
        let help = "write `patchwork FIRST SECOND seed 7 grain 3`: two terrains, the seed of the board, and how many \
                    hexes a patch is across";
        let first = self.terrains(&mut line, false).map_err(|told| otherwise(told, help))?;
        let second = self.terrains(&mut line, false).map_err(|told| otherwise(told, help))?;
        if first == second {
            let told =
                Diagnostic::error(Code::BAD_VALUE, "a patchwork is of two terrains, and this is one twice");
            return Err(told.at(line.entry().head(), "").help(help));
        }
        let (mut seed, mut grain) = (SEED, GRAIN);
        loop {
            if line.skip_word("seed") {
                seed = number(&mut line, "the seed, a number from 0", 0, u64::MAX)?;
            } else if line.skip_word("grain") {
                let most = u64::from(Patchwork::COARSEST);
                grain = number(&mut line, "how many hexes a patch is across", 1, most)? as u32;
            } else {
                line.done().map_err(|told| told.help(help))?;
                break;
            }
        }
        let layout = *map.layout();
        self.list_hexes(layout.len(), line.entry().head())?;
        let board = Patchwork::new(layout, seed, grain);
        if board.falls_apart() {
            let told = format!("a patchwork of {} x {} falls apart", layout.columns(), layout.rows());
            return Err(Diagnostic::error(Code::BAD_VALUE, told)
                .at(line.entry().head(), "")
                .note("hexes that have no half turn are left out, and nothing is left between the others")
                .help("give the sheet a second line of hexes, or an even number of them"));
        }
        for hex in layout.hexes() {
            let _ = match board.patch(hex) {
                Some(Patch::First) => map.set_terrain(hex, first.clone()),
                Some(Patch::Second) => map.set_terrain(hex, second.clone()),
                None => map.cut_out(hex),
            };
        }
        Ok(())
    }
}

/// The same with this help, where it has none that is nearer.
fn otherwise(told: Diagnostic, help: &str) -> Diagnostic {
    if told.help.is_some() { told } else { told.help(help) }
}

/// A whole number from `least` to `most`.
fn number(line: &mut Line<'_, '_>, what: &str, least: u64, most: u64) -> Result<u64, Diagnostic> {
    let (number, span) = line.number(what)?;
    u64::try_from(number).ok().filter(|n| (least..=most).contains(n)).ok_or_else(|| {
        let told =
            Diagnostic::error(Code::BAD_VALUE, format!("expected {what}, found `{number}`")).at(span, "");
        if most == u64::MAX { told } else { told.help(format!("write a number from {least} to {most}")) }
    })
}
