//! Whose dice are real: on or off for each side and each kind of roll.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::kernel::door::Roll;
use crate::kernel::journal::DiceSetting;
use crate::kernel::value::SideId;

/// Who throws which dice. The setting for a side and a kind counts before that for the side, that for the kind
/// and that for all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DicePolicy {
    settings: BTreeMap<(Option<SideId>, Option<Arc<str>>), DiceSetting>,
}

impl Default for DicePolicy {
    fn default() -> Self {
        DicePolicy { settings: [((None, None), DiceSetting::Auto)].into() }
    }
}

impl DicePolicy {
    /// Sets it for one side or all, and one kind of roll or all. What was set more narrowly below it goes.
    pub fn set(&mut self, side: Option<SideId>, kind: Option<Arc<str>>, setting: DiceSetting) {
        self.settings.retain(|(s, k), _| {
            let narrower = (side.is_none() || *s == side) && (kind.is_none() || *k == kind);
            !narrower
        });
        self.settings.insert((side, kind), setting);
    }

    /// Whether this is said of all dice, and nothing else of any.
    pub fn is_all(&self, setting: DiceSetting) -> bool {
        self.settings.values().all(|one| *one == setting)
    }

    /// Who throws these dice.
    pub fn of(&self, roll: &Roll) -> DiceSetting {
        let kind = Some(roll.kind.clone());
        let places = [(roll.side, kind.clone()), (roll.side, None), (None, kind), (None, None)];
        places.iter().find_map(|p| self.settings.get(p)).copied().unwrap_or(DiceSetting::Auto)
    }

    /// The settings in force, the widest first.
    pub fn settings(&self) -> impl Iterator<Item = (Option<SideId>, Option<&str>, DiceSetting)> {
        self.settings.iter().map(|((side, kind), setting)| (*side, kind.as_deref(), *setting))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roll(side: u32, kind: &str) -> Roll {
        let side = Some(SideId(side));
        Roll {
            count: 1,
            sides: 6,
            kind: kind.into(),
            side,
            purpose: "".into(),
            one_by_one: None,
            asked_at: None,
        }
    }

    #[test]
    fn the_narrowest_setting_counts_and_a_wider_one_clears_it() {
        let mut policy = DicePolicy::default();
        policy.set(Some(SideId(0)), None, DiceSetting::Real);
        policy.set(Some(SideId(0)), Some("hazard".into()), DiceSetting::Auto);
        assert_eq!(policy.of(&roll(0, "attack")), DiceSetting::Real);
        assert_eq!(policy.of(&roll(0, "hazard")), DiceSetting::Auto);
        assert_eq!(policy.of(&roll(1, "attack")), DiceSetting::Auto);
        policy.set(None, None, DiceSetting::Real);
        assert_eq!(policy.of(&roll(0, "hazard")), DiceSetting::Real);
        policy.set(None, None, DiceSetting::Auto);
        assert_eq!(policy.settings().count(), 1);
    }
}
