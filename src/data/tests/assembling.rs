//! What definitions and changes come to.

use std::convert::Infallible;

use super::fixture;
use crate::data::Data;
use crate::kernel::catalogue::{Amount, AttributeForm, Subject, Write, Writes};
use crate::kernel::layer::Rank;
use crate::kernel::value::Value;
use crate::kernel::writes::fold;

fn folded(writes: &Writes) -> Value {
    fold(writes, |_| Ok::<_, Infallible>(1000)).unwrap().0
}

fn unit(data: &Data, unit: &str, attribute: &str) -> Value {
    let id = data.catalogue.type_named(unit).unwrap();
    data.catalogue.unit_type(id).attributes.get(attribute).map_or(Value::Nothing, folded)
}

fn terrain(data: &Data, terrain: &str, attribute: &str) -> Value {
    let id = data.catalogue.terrain_named(terrain).unwrap();
    data.catalogue.terrain_def(id).attributes.get(attribute).map_or(Value::Nothing, folded)
}

fn house(text: &str) -> Data {
    fixture().layer(Rank::House, "test", text).good(None)
}

#[test]
fn the_fixture_is_read() {
    let data = fixture().good(None);
    let catalogue = &data.catalogue;
    assert_eq!(unit(&data, "infantry", "STR"), Value::Int(2));
    assert_eq!(unit(&data, "infantry", "arm"), Value::text("foot"));
    assert_eq!(unit(&data, "engineer", "STR"), Value::Int(1));
    assert_eq!(unit(&data, "engineer", "TGH"), Value::Int(4));
    assert_eq!(unit(&data, "engineer", "MOV"), Value::Int(3));
    assert_eq!(unit(&data, "tank", "MOV_Max"), Value::Int(3));
    assert_eq!(terrain(&data, "minefield", "H"), Value::Int(3));
    assert_eq!(terrain(&data, "minefield", "once"), Value::Bool(true));
    let infantry = catalogue.unit_type(catalogue.type_named("infantry").unwrap());
    assert_eq!(&*infantry.title, "Infantry");
    assert_eq!(&*infantry.symbol, "i");
    assert!(
        infantry.attributes["STR"][0].origin.cites.as_deref() == Some("Table 1"),
        "a list is cited whole"
    );
    let engineer = catalogue.type_named("engineer").unwrap();
    assert_eq!(catalogue.unit_type(engineer).base, catalogue.type_named("infantry"));
    let max = &catalogue.attributes[&(Subject::Unit, "MOV_Max".into())];
    assert_eq!((max.qualifies.as_deref(), max.form), (Some("MOV"), AttributeForm::Number));
    let woods = catalogue.terrain_def(catalogue.terrain_named("woods").unwrap());
    assert_eq!(woods.colour.as_deref(), Some("#225522"));
    assert_eq!(woods.modifiers[0].amount, Amount::Points(2));
    let swamp = catalogue.terrain_def(catalogue.terrain_named("swamp").unwrap());
    assert_eq!(swamp.modifiers[0].amount, Amount::Percent(-50));
    assert_eq!(swamp.modifiers[0].when_text.as_deref(), Some("unit.is_a(\"tank\")"));
    assert_eq!(data.generated[0].params, ["unit", "hex"]);
    assert_eq!(&*data.generated[0].name, "data__1");
    assert!(catalogue.terrain_def(catalogue.terrain_named("river").unwrap()).hexside);
    assert_eq!(catalogue.tables["crt"].rows[1].1, [Value::Int(0), Value::text("20*"), Value::text("-")]);
    assert_eq!(folded(&catalogue.values["stacking"].writes), Value::Int(5));
    assert_eq!(catalogue.phases.len(), 2);
    assert_eq!(data.rule_refs.len(), 3);
    assert_eq!(&*data.verbs[0].aliases[0].name, "a");
    assert_eq!(&*data.manifests[0].version, "1.0.0");
}

#[test]
fn a_change_sets_adds_multiplies_and_deletes() {
    let data = house(
        "change unit infantry { TGH += 1; STR = -1; MOV *= 1/2; RNG -= 1 }
         change unit tank { delete Max; TGH 9 }
         change unit engineer STR += 2",
    );
    assert_eq!(unit(&data, "infantry", "TGH"), Value::Int(4));
    assert_eq!(unit(&data, "infantry", "STR"), Value::Int(-1));
    assert_eq!(unit(&data, "infantry", "MOV"), Value::Int(1));
    assert_eq!(unit(&data, "infantry", "RNG"), Value::Int(0));
    assert_eq!(unit(&data, "tank", "MOV_Max"), Value::Nothing);
    assert_eq!(unit(&data, "tank", "TGH"), Value::Int(9));
    assert_eq!(unit(&data, "engineer", "STR"), Value::Int(3));
    assert_eq!(unit(&data, "engineer", "TGH"), Value::Int(5), "a change of the base is inherited");
    assert_eq!(data.overridden.iter().map(|o| &*o.what).next(), Some("unit infantry TGH"));
    assert_eq!(data.overridden.len(), 7, "four of infantry, two of tank, one of engineer");
}

#[test]
fn a_computed_value_stays_computed_under_a_change() {
    let data = fixture()
        .layer(Rank::World, "world", "unit levy { STR (own_hexes(unit)) }")
        .layer(Rank::House, "test", "change unit levy { STR += 1 }")
        .good(None);
    assert_eq!(unit(&data, "levy", "STR"), Value::Int(1001));
    let rule = data.generated.last().unwrap();
    assert_eq!((rule.params.as_slice(), &*rule.what), (&["unit"][..], "`STR` of unit levy"));
}

#[test]
fn terrain_is_changed_like_units() {
    let data = house(
        "change terrain woods { cost = 3; +1 TGH; delete +2 TGH }
         change terrain minefield { delete once; HX }
         terrain chasm { HX }",
    );
    assert_eq!(terrain(&data, "woods", "cost"), Value::Int(3));
    let woods = data.catalogue.terrain_named("woods").unwrap();
    let modifiers: Vec<_> = data.catalogue.terrain_def(woods).modifiers.iter().map(|m| m.amount).collect();
    assert_eq!(modifiers, [Amount::Points(1)]);
    assert_eq!(terrain(&data, "minefield", "H"), Value::text("X"));
    assert_eq!(terrain(&data, "minefield", "once"), Value::Nothing);
    assert_eq!(terrain(&data, "chasm", "H"), Value::text("X"));
}

#[test]
fn exceptions_are_inherited_and_add_up() {
    let data = house(
        "unit hovertank from tank { in swamp { as clear }; in woods { ignore TGH; +1 STR when (hex.x > 1) } }
         unit ghost from hovertank { in woods swamp { ignore; cost *= 1/2 } }
         change unit tank { in swamp cost = 2 }",
    );
    let catalogue = &data.catalogue;
    let (woods, swamp) =
        (catalogue.terrain_named("woods").unwrap(), catalogue.terrain_named("swamp").unwrap());
    let ghost = catalogue.unit_type(catalogue.type_named("ghost").unwrap());
    assert_eq!(ghost.exceptions[&swamp].counts_as, catalogue.terrain_named("clear"));
    assert_eq!(folded(&ghost.exceptions[&swamp].attributes["cost"]), Value::Int(1), "4, then 2, then half");
    let ignores: Vec<_> = ghost.exceptions[&woods].ignores.iter().map(|i| &**i).collect();
    assert_eq!(ignores, ["TGH", "*"]);
    assert_eq!(ghost.exceptions[&woods].modifiers.len(), 1);
}

#[test]
fn values_tables_commands_and_attributes_are_changed() {
    let data = house(
        "change value stacking += 1
         change table crt { row 3 column 2 = 1; row 2 column 3 += 4; row 4: 1 1 1 }
         change command attack { help \"Changed.\"; alias att, x }
         change attribute STR { range -5..20 }
         command wait { rule wait_a_turn }",
    );
    assert_eq!(folded(&data.catalogue.values["stacking"].writes), Value::Int(6));
    let crt = &data.catalogue.tables["crt"];
    assert_eq!(crt.rows[1].1[1], Value::Int(1));
    assert_eq!(crt.rows[0].1[2], Value::Int(5));
    assert_eq!(crt.rows.len(), 3);
    assert_eq!(crt.cells[&(1, 1)].layer.rank, Rank::House);
    let attack = &data.verbs[0];
    assert_eq!((&*attack.help, attack.aliases.len(), &*attack.rule), ("Changed.", 2, "attack"));
    assert_eq!(data.catalogue.attributes[&(Subject::Unit, "STR".into())].range, (-5, 20));
    assert_eq!(data.verbs.len(), 2);
}

#[test]
fn what_is_deleted_is_gone() {
    let data = house("delete unit engineer\ndelete command attack; delete terrain minefield");
    assert_eq!(data.catalogue.type_named("engineer"), None);
    assert_eq!(data.catalogue.terrain_named("minefield"), None);
    assert!(data.verbs.is_empty());
    assert_eq!(data.overridden.len(), 3);
}

#[test]
fn rules_of_units_and_of_layers_leave_as_places() {
    let stack = fixture().layer(
        Rank::House,
        "test",
        "rules { fn a() { \"}\" } }
         change unit tank { rules { fn defence(me) { prior(me) + 1 } } }
         unit hover { rules \"hover.rhai\" }",
    );
    let sources = stack.sources.clone();
    let data = stack.good(None);
    assert_eq!(sources.text(data.scripts[0].1), " fn a() { \"}\" } ");
    assert_eq!(data.unit_rules.len(), 2);
    assert!(matches!(&data.unit_rules[1].source, crate::data::RuleSource::Inline(span)
        if sources.text(*span) == " fn defence(me) { prior(me) + 1 } "));
    assert!(
        matches!(&data.unit_rules[0].source, crate::data::RuleSource::File(path, _) if &**path == "hover.rhai")
    );
}

#[test]
fn the_writes_of_a_house_file_stand_last() {
    let data = house("change unit engineer { TGH *= 2 }");
    let engineer = data.catalogue.unit_type(data.catalogue.type_named("engineer").unwrap());
    let writes: Vec<_> =
        engineer.attributes["TGH"].iter().map(|w| (w.origin.layer.rank, w.write.clone())).collect();
    assert_eq!(
        writes,
        [
            (Rank::Core, Write::Set(Value::Int(3))),
            (Rank::Core, Write::Add(1)),
            (Rank::House, Write::Multiply(2, 1)),
        ]
    );
}
