//! The models of a unit where they stand, and the terrain under and near them.

use std::cell::OnceCell;
use std::rc::Rc;

use rhai::{Array, Dynamic};

use super::super::Kit;
use super::{printed_table, table};
use crate::kernel::plane::{
    Area, Base, BaseError, Facing, Formation, Hand, Length, Mark, Outline, Placed, Point, Tabletop, Within,
};
use crate::kernel::value::TerrainId;
use crate::rules::convert::Ground;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad};

/// The models of a unit where they stand, or would.
#[derive(Debug, Clone)]
pub(in crate::rules) struct Body {
    pub(super) formation: Formation,
    /// Where its models stand, once that has been asked for.
    models: Rc<OnceCell<Vec<Placed>>>,
}

impl Body {
    pub(super) fn of(formation: Formation) -> Body {
        Body { formation, models: Rc::default() }
    }

    /// The models, from the front rank back.
    pub(super) fn models(&self) -> &[Placed] {
        self.models.get_or_init(|| self.formation.models())
    }

    /// What all models stand within.
    pub(super) fn whole(&self) -> Placed {
        self.formation.rectangle()
    }

    pub(super) fn outlines(&self) -> impl Iterator<Item = Outline> {
        self.models().iter().map(Placed::outline)
    }
}

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    registrar.add(
        "block(width: int, depth: int, models: int, frontage: int, front: Point, facing: Facing) -> Body",
        "Models on rectangular bases in ranks, the middle of their front edge at a point; the last rank is centred.",
        |width: i64, depth: i64, models: i64, frontage: i64, front: Point, facing: Facing| {
            body(Base::rectangle(Length::thousandths(width), Length::thousandths(depth)), models, frontage, front, facing)
        },
    );
    registrar.add(
        "round_base(diameter: int, front: Point, facing: Facing) -> Body",
        "A model on a round base whose front touches a point.",
        |diameter: i64, front: Point, facing: Facing| {
            body(Base::round(Length::thousandths(diameter)), 1, 1, front, facing)
        },
    );
    macro_rules! getter {
        ($signature:literal, $text:literal, |$body:ident| $value:expr) => {
            registrar.member($signature, $text, |$body: &mut Body| $value);
        };
    }
    getter!("body.models -> int", "How many models it has.", |body| i64::from(body.formation.count()));
    getter!("body.frontage -> int", "How many models a full rank has.", |body| i64::from(
        body.formation.frontage()
    ));
    getter!("body.ranks -> int", "How many ranks it has.", |body| i64::from(body.formation.ranks()));
    getter!("body.width -> int", "How wide it is, in thousandths of an inch.", |body| body
        .formation
        .width()
        .in_thousandths());
    getter!("body.depth -> int", "How deep it is, in thousandths of an inch.", |body| body
        .formation
        .depth()
        .in_thousandths());
    getter!("body.front -> Point", "The middle of its front edge.", |body| body.formation.front());
    getter!("body.facing -> Facing", "Which way it faces.", |body| body.formation.facing());
    getter!("body.centre -> Point", "The middle of the rectangle round it.", |body| body
        .formation
        .rectangle()
        .point(Mark::Centre));
    getter!("body.rank_sizes -> array", "How many models each rank has, the front one first.", |body| {
        let sizes = body.formation.rank_sizes().into_iter();
        sizes.map(|size| Dynamic::from(i64::from(size))).collect::<Array>()
    });
    registrar.add(
        "without(body: Body, casualties: int) -> Body",
        "What is left when so many models have fallen, taken from the rear; `()` when none is left.",
        |body: Body, casualties: i64| {
            let casualties = u32::try_from(casualties.max(0)).unwrap_or(u32::MAX);
            body.formation.without(casualties).map_or(Dynamic::UNIT, |left| Dynamic::from(Body::of(left)))
        },
    );
    registrar.add(
        "with_frontage(body: Body, frontage: int) -> Body",
        "The same models with another frontage, the middle of the front where it was.",
        |body: Body, frontage: i64| {
            let frontage = u32::try_from(frontage).unwrap_or_default();
            match body.formation.reformed(frontage) {
                Ok(formation) => Ok(Body::of(formation)),
                Err(error) => bad(error.to_string()),
            }
        },
    );
    registrar.add(
        "at(body: Body, front: Point, facing: Facing) -> Body",
        "The same models elsewhere.",
        |body: Body, front: Point, facing: Facing| Body::of(body.formation.moved(front, facing)),
    );
    registrar.add(
        "footprint(body: Body) -> array",
        "Each model from above, for pictures: its corners clockwise from its front left, or `[centre, diameter]` of a round one.",
        |body: Body| -> Array { body.models().iter().map(outline_of).collect() },
    );
    for (signature, about, side) in [
        (
            "table_width() -> int",
            "How wide the table is, from left to right.",
            Tabletop::width as fn(&Tabletop) -> _,
        ),
        ("table_depth() -> int", "How deep the table is, from bottom to top.", Tabletop::depth),
    ] {
        let stage = kit.stage.clone();
        registrar.add(signature, about, move || -> Outcome<i64> {
            Ok(side(printed_table(&stage)?).in_thousandths())
        });
    }
    let stage = kit.stage.clone();
    registrar.add(
        "on_table(body: Body) -> bool",
        "Whether all of a body is on the table.",
        move |body: Body| {
            let table = printed_table(&stage)?;
            Ok::<_, Box<rhai::EvalAltResult>>(
                body.outlines().all(|shape| table.holds(&shape) == Within::Wholly),
            )
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "terrains_under(body: Body) -> array",
        "The terrains of all areas in which some of a body stands, each once, in the order in which they lie on the table.",
        move |body: Body| -> Outcome<Array> {
            let table = table(&stage)?;
            let mut found: Vec<TerrainId> = Vec::new();
            areas_holding(&body, &table, &mut found, |_, _| false);
            Ok(found.into_iter().map(|terrain| Dynamic::from(Ground::printed(terrain))).collect())
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "terrains_under_all(body: Body) -> array",
        "The terrains on which all of a body stands: of which each model is wholly in one area or another, each once, in the \
         order in which they lie on the table.",
        move |body: Body| -> Outcome<Array> {
            let table = table(&stage)?;
            let mut found: Vec<TerrainId> = Vec::new();
            areas_holding(&body, &table, &mut found, |_, _| false);
            found.retain(|terrain| {
                let areas = || table.terrain().areas.iter().zip(table.areas()).filter(|(_, f)| f.terrain == *terrain);
                body.outlines().all(|shape| areas().any(|(area, _)| area.holds(&shape) == Within::Wholly))
            });
            Ok(found.into_iter().map(|terrain| Dynamic::from(Ground::printed(terrain))).collect())
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "terrains_near(body: Body, length: int) -> array",
        "The terrains of all areas in which some of a body stands or to whose edge it is so near, and of all lines that are so \
         near, each once; exactly so far counts.",
        move |body: Body, length: i64| -> Outcome<Array> {
            let (table, length) = (table(&stage)?, Length::thousandths(length));
            let mut found: Vec<TerrainId> = Vec::new();
            areas_holding(&body, &table, &mut found, |area, shape| area.to_edge(shape).apart.is_within(length));
            for (line, feature) in table.terrain().lines.iter().zip(table.lines()) {
                let is_near = |shape: Outline| line.nearest(&shape).is_some_and(|n| n.apart.is_within(length));
                if !found.contains(&feature.terrain) && body.outlines().any(is_near) {
                    found.push(feature.terrain);
                }
            }
            Ok(found.into_iter().map(|terrain| Dynamic::from(Ground::printed(terrain))).collect())
        },
    );
}

/// Adds the terrains of all areas that hold some of a body, or of which something else is true.
fn areas_holding(
    body: &Body,
    table: &Tabletop,
    found: &mut Vec<TerrainId>,
    or: impl Fn(&Area, &Outline) -> bool,
) {
    for (area, feature) in table.terrain().areas.iter().zip(table.areas()) {
        let counts = |shape: Outline| area.holds(&shape).is_any() || or(area, &shape);
        if !found.contains(&feature.terrain) && body.outlines().any(counts) {
            found.push(feature.terrain);
        }
    }
}

fn outline_of(model: &Placed) -> Dynamic {
    let base = model.base();
    let points: Array = if base.is_round() {
        vec![Dynamic::from(model.centre()), Dynamic::from(base.width().in_thousandths())]
    } else {
        let corners = [
            Mark::FrontCorner(Hand::Left),
            Mark::FrontCorner(Hand::Right),
            Mark::RearCorner(Hand::Right),
            Mark::RearCorner(Hand::Left),
        ];
        corners.iter().map(|mark| Dynamic::from(model.point(*mark))).collect()
    };
    Dynamic::from_array(points)
}

fn body(
    base: Result<Base, BaseError>,
    models: i64,
    frontage: i64,
    front: Point,
    facing: Facing,
) -> Outcome<Body> {
    let base = match base {
        Ok(base) => base,
        Err(error) => return bad(error.to_string()),
    };
    let count = |number: i64| u32::try_from(number).unwrap_or_default();
    match Formation::new(base, count(models), count(frontage), front, facing) {
        Ok(formation) => Ok(Body::of(formation)),
        Err(error) => bad(error.to_string()),
    }
}
