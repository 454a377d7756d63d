//! Ranks, files and what is left after casualties.

use super::*;

fn any_formation() -> impl Strategy<Value = Formation> {
    let last = prop_oneof![Just(LastRank::Centred), Just(LastRank::Left), Just(LastRank::Right)];
    (any_base(), 1..40_u32, 1..12_u32, any_point(), any_facing(), last).prop_map(
        |(base, count, frontage, front, facing, last)| {
            let formation = Formation::new(base, count, frontage, front, facing);
            let small = || Formation::new(rectangle("1", "1"), count, frontage, front, facing);
            formation.or_else(|_| small()).expect("it fits").with_last_rank(last)
        },
    )
}

proptest! {
    #[test]
    fn ranks_add_up_to_all_models_and_only_the_last_is_short(formation in any_formation()) {
        let sizes = formation.rank_sizes();
        prop_assert_eq!(sizes.iter().sum::<u32>(), formation.count());
        prop_assert_eq!(sizes.len(), formation.ranks() as usize);
        prop_assert_eq!(formation.models().len(), formation.count() as usize);
        let (last, full) = sizes.split_last().expect("a rank");
        prop_assert!(full.iter().all(|size| *size == formation.frontage()));
        prop_assert!((1..=formation.frontage()).contains(last));
    }

    #[test]
    fn models_stand_side_by_side_inside_the_rectangle(formation in any_formation()) {
        let models = formation.models();
        let rectangle = formation.rectangle().outline().widened(Length::LEAST);
        for (at, model) in models.iter().enumerate() {
            prop_assert_eq!(model.outline().within(&rectangle), Within::Wholly);
            let beside = models.get(at + 1);
            let rank = |at: usize| at as u32 / formation.frontage();
            if let Some(next) = beside.filter(|_| rank(at) == rank(at + 1)) {
                let gap = model.nearest(next).apart;
                prop_assert!(gap.is_within(Length::LEAST));
                let centres = model.centre().distance(next.centre()).rounded();
                prop_assert!((centres - formation.base().width()).abs() <= thousandths(2));
            }
        }
    }

    #[test]
    fn formations_go_with_the_table(formation in any_formation(), carried in any_carried()) {
        let there = formation.moved(carried.point(formation.front()), carried.facing(formation.facing()));
        for (here, there) in formation.models().iter().zip(there.models()) {
            prop_assert!(carried.is_same(here.centre(), there.centre()));
        }
        let apart = |formation: &Formation, point| {
            let point = Outline::point(point);
            let outlines = formation.outlines();
            outlines.iter().map(|outline| outline.nearest(&point).apart).collect::<Vec<_>>()
        };
        let point = at("24", "24");
        prop_assert_eq!(apart(&formation, point), apart(&there, carried.point(point)));
    }

    #[test]
    fn all_of_a_formation_is_behind_its_front_and_before_its_rear(formation in any_formation()) {
        let lie = |bound: Bound, model: &Placed| {
            let deepest = points_of(model).into_iter().map(|point| bound.depth(point));
            let depths: Vec<Length> = deepest.collect();
            (depths.iter().copied().min().expect("points"), depths.into_iter().max().expect("points"))
        };
        for model in formation.models() {
            prop_assert!(lie(formation.front_line(), &model).1 <= thousandths(2));
            prop_assert!(lie(formation.rear_line(), &model).0 >= thousandths(-2));
        }
        prop_assert_eq!(formation.front_line().depth(formation.front()), Length::ZERO);
        let deep = formation.rear_line().depth(formation.front());
        prop_assert!((deep - formation.depth()).abs() <= Length::LEAST);
    }

    #[test]
    fn casualties_come_off_the_rear(formation in any_formation(), casualties in 0..40_u32) {
        let Some(left) = formation.without(casualties) else {
            prop_assert!(casualties >= formation.count());
            return Ok(());
        };
        prop_assert_eq!(left.count(), formation.count() - casualties);
        let (before, after) = (formation.models(), left.models());
        // All full ranks that are left stay where they are; the last one only where it is not centred.
        let full = left.count() - left.rank_sizes().last().expect("a rank");
        let last_stays = left.rank_sizes().last() == formation.rank_sizes().get(left.ranks() as usize - 1);
        for (model, (before, after)) in before.iter().zip(&after).enumerate() {
            let stays = (model as u32) < full || last_stays;
            if stays {
                let off = before.centre().distance(after.centre());
                prop_assert!(off.is_within(thousandths(2)), "model {model} moved {off}");
            }
        }
        prop_assert_eq!(formation.without(0), Some(formation));
        prop_assert_eq!(formation.without(formation.count()), None);
    }

    #[test]
    fn reforming_keeps_the_models_and_the_front(formation in any_formation(), frontage in 1..12_u32) {
        if let Ok(anew) = formation.reformed(frontage) {
            prop_assert_eq!(anew.count(), formation.count());
            prop_assert_eq!(anew.frontage(), frontage.min(formation.count()));
            prop_assert_eq!(anew.front(), formation.front());
            prop_assert_eq!(anew.reformed(formation.frontage()), Ok(formation));
        }
    }
}

#[test]
fn a_block_of_ten_in_fours() {
    let block = Formation::new(rectangle("1", "1"), 10, 4, at("20", "20"), Facing::UP).expect("a block");
    assert_eq!(block.rank_sizes(), [4, 4, 2]);
    assert_eq!((block.width(), block.depth()), (inches("4"), inches("3")));
    let centres = |block: Formation| block.models().iter().map(Placed::centre).collect::<Vec<_>>();
    let own = centres(block);
    assert_eq!(own[..4], [at("18.5", "19.5"), at("19.5", "19.5"), at("20.5", "19.5"), at("21.5", "19.5")]);
    assert_eq!(own[8..], [at("19.5", "17.5"), at("20.5", "17.5")]);
    assert_eq!(centres(block.with_last_rank(LastRank::Left))[8..], [at("18.5", "17.5"), at("19.5", "17.5")]);
    assert_eq!(centres(block.with_last_rank(LastRank::Right))[8..], [at("20.5", "17.5"), at("21.5", "17.5")]);
    // It looks to the right of the table: its own left is up.
    let turned = centres(block.moved(at("20", "20"), Facing::bearing(90)));
    assert_eq!(turned[0], at("19.5", "21.5"));
    assert_eq!(block.rectangle().centre(), at("20", "18.5"));

    let three = block.without(7).expect("three are left");
    assert_eq!((three.frontage(), three.ranks(), three.front()), (3, 1, at("20", "20")));
    let left = block.with_last_rank(LastRank::Left).without(7).expect("three are left");
    assert_eq!(centres(left), own[..3]);
    let right = block.with_last_rank(LastRank::Right).without(8).expect("two are left");
    assert_eq!(centres(right), own[2..4]);
}

#[test]
fn what_is_no_formation_is_refused() {
    let new = |base, count, frontage| Formation::new(base, count, frontage, at("0", "0"), Facing::UP);
    let base = rectangle("1", "2");
    assert_eq!(new(base, 0, 4), Err(FormationError::Empty));
    assert_eq!(new(base, 4, 0), Err(FormationError::Empty));
    assert_eq!(new(base, 1001, 50), Err(FormationError::TooMany));
    assert_eq!(new(base, 101, 101), Err(FormationError::TooLarge));
    assert_eq!(new(base, 51, 1), Err(FormationError::TooLarge));
    assert_eq!(new(base, 3, 8).map(|formation| formation.frontage()), Ok(3));
    assert!(new(base, 50, 1).is_ok() && new(base, 100, 100).is_ok());
    for (width, depth) in [("0", "1"), ("1", "-1"), ("100.001", "1")] {
        assert_eq!(Base::rectangle(inches(width), inches(depth)), Err(BaseError));
    }
    assert!(serde_json::from_str::<Base>("[0, null]").is_err());
    let base = serde_json::to_string(&round("1.5")).and_then(|text| serde_json::from_str::<Base>(&text));
    assert_eq!(base.expect("the text of a base"), round("1.5"));
}
