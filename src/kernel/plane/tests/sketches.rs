//! What is drawn is what is ruled.

use super::*;

/// How far the straight edges of a drawn arc may be inside the round one, and places off by rounding.
const SLACK: i64 = 60;

proptest! {
    #[test]
    fn a_drawn_arc_is_what_the_ruled_arc_has_within_reach(
        (base, target) in any_neighbours(),
        width in prop_oneof![Just(0), Just(60), Just(90), Just(120), Just(180), Just(270), Just(360)],
        reach in 1000..5000_i64,
    ) {
        // Straight ahead the rectangle counts whose front it is.
        let base = match Base::rectangle(base.base().width(), base.base().depth()) {
            Ok(rectangle) if width == 0 => Placed::new(rectangle, base.centre(), base.facing()),
            _ => base,
        };
        let point = target.centre();
        let ruled = if width == 0 { Arc::AHEAD } else { Arc::centred(Turn::degrees(width)) };
        let Sketch::Arc(places) = Sketch::of_arc(&base, &base.outline(), Turn::degrees(width), thousandths(reach)) else {
            return Err(TestCaseError::fail("an arc is drawn as something else"));
        };
        let drawn = Polygon::new(places).expect("an outline");
        // Right on an edge the roundings of the corners decide, so places near to it are left out.
        let at_edge = drawn.to_edge(&Outline::point(point)).apart.is_within(thousandths(SLACK));
        let is_near = base.outline().is_within(thousandths(reach), &Outline::point(point));
        let is_ruled = is_near && ruled.has(&base, point);
        prop_assert!(at_edge || is_ruled == (drawn.place(point) == Place::Inside));
    }
}
