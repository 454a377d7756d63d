//! The table for programs: what lies on it and who stands where, in thousandths of an inch and millionths of a degree.

use serde_json::{Value as Json, json};

use super::TableScene;
use crate::kernel::plane::{Area, Footprint, Lying, Point};

/// The table as it stands: its features, areas before lines, and its units with their models.
pub fn table_json(scene: &TableScene<'_>) -> Json {
    let TableScene { table, catalogue, state, bodies, .. } = scene;
    let features = table.features().filter_map(|id| Some((table.feature(id)?, table.lying(id)?)));
    let features = features.map(|(feature, lying)| {
        let shape = match lying {
            Lying::Area(Area::Polygon(polygon)) => json!({"corners": points(polygon.corners())}),
            Lying::Area(Area::Circle { centre, radius }) => {
                json!({"centre": point(*centre), "radius": radius.in_thousandths()})
            }
            Lying::Line(line) => json!({"line": points(line.points())}),
        };
        json!({
            "terrain": &*catalogue.terrain_def(feature.terrain).name, "name": feature.name.as_deref(), "shape": shape,
        })
    });
    let features: Vec<Json> = features.collect();
    let units = state.units().filter_map(|(id, unit)| Some((id, unit, unit.place.point()?)));
    let units = units.map(|(id, unit, at)| {
        let models = bodies.iter().find(|(body, _)| *body == id).map(|(_, models)| models.iter().map(model));
        json!({
            "unit": &*unit.name, "side": &*catalogue.side(unit.side).name,
            "type": &*catalogue.unit_type(unit.unit_type).name, "point": point(at),
            "facing": unit.place.facing().map(|facing| facing.turn().in_millionths()),
            "models": models.map(Iterator::collect::<Vec<_>>),
        })
    });
    let units: Vec<Json> = units.collect();
    let (width, depth) = (table.width().in_thousandths(), table.depth().in_thousandths());
    json!({"schema": "houserule.table/1", "width": width, "depth": depth, "features": features, "units": units})
}

/// A point by its two coordinates.
pub(super) fn point(point: Point) -> Json {
    json!([point.x().in_thousandths(), point.y().in_thousandths()])
}

fn points(all: &[Point]) -> Vec<Json> {
    all.iter().copied().map(point).collect()
}

fn model(model: &Footprint) -> Json {
    match model {
        Footprint::Corners(corners) => json!({"corners": points(corners)}),
        Footprint::Round(centre, diameter) => {
            json!({"centre": point(*centre), "diameter": diameter.in_thousandths()})
        }
    }
}
