//! Back and forth in time.

use super::super::console::{Console, Input};
use super::super::told::Told;
use crate::diagnostic::{Code, Diagnostic};
use crate::session::{Gone, Trouble};

fn count(input: &Input<'_>, form: &str) -> Result<usize, Trouble> {
    match input.word(0) {
        None => Ok(1),
        Some(word) => match word.parse() {
            Ok(0) | Err(_) => Err(input.usage(format!("expected how many, from 1 on, found `{word}`"), form)),
            Ok(count) => Ok(count),
        },
    }
}

fn name(input: &Input<'_>, form: &str) -> Result<String, Trouble> {
    match input.given_text() {
        "" => Err(input.usage("a name is missing", form)),
        name => Ok(name.to_owned()),
    }
}

fn told(what: &str, names: &[String]) -> Told {
    match names {
        [] => Told::fine("nothing to do: you are there"),
        names => Told::fine(names.iter().map(|n| format!("{what}: {n}\n")).collect::<String>()),
    }
}

pub(super) fn undo(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let count = count(input, "undo [NUMBER] [--past-dice]")?;
    let own = console.session.past().filter(|e| e.by.is_none()).count();
    if (1..count).contains(&own) && own < console.session.undoable() {
        let told = format!("only {own} of your commands can be undone");
        return Err(Trouble::plain(Diagnostic::error(Code::NOTHING_TO_UNDO, told)));
    }
    let steps = steps_back(console.session.past().map(|e| e.by.is_some()), count);
    let names = console.session.undo(steps, input.has_flag("past-dice")).map_err(|trouble| {
        // It was asked for in commands of people, and is to be asked for again in those.
        let again =
            if count > 1 { format!("undo {count} --past-dice") } else { "undo --past-dice".to_owned() };
        match trouble {
            Trouble::Mistakes(mut told) => {
                for mistake in told.1.iter_mut().filter(|m| m.code == Code::PAST_DICE) {
                    mistake.help = Some(format!("`{again}` takes it back, and the log says so"));
                }
                Trouble::Mistakes(told)
            }
            other => other,
        }
    })?;
    console.bots.borrow_mut().wait();
    Ok(told("undone", &names))
}

pub(super) fn redo(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let count = count(input, "redo [NUMBER]")?;
    let steps = steps_on(console.session.future().map(|e| e.by.is_some()), count);
    let names = console.session.redo(steps)?;
    console.bots.borrow_mut().wait();
    Ok(told("redone", &names))
}

/// How many steps lie behind so many decisions of people, the last first; what the program has played since goes back
/// with them. Where no person has decided anything each step counts.
fn steps_back(by_program: impl Iterator<Item = bool>, count: usize) -> usize {
    let (mut steps, mut decided) = (0, 0);
    for is_programs in by_program {
        if decided == count {
            return steps;
        }
        steps += 1;
        decided += usize::from(!is_programs);
    }
    match decided {
        0 => count,
        _ => steps + (count - decided),
    }
}

/// The same forward: each decision with what the program has played behind it.
fn steps_on(by_program: impl Iterator<Item = bool>, count: usize) -> usize {
    let (mut steps, mut decided) = (0, 0);
    for is_programs in by_program {
        if !is_programs || steps == 0 {
            if decided == count {
                return steps;
            }
            decided += 1;
        }
        steps += 1;
    }
    steps + (count - decided)
}

pub(super) fn mark(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let name = name(input, "mark NAME")?;
    console.session.mark(&name)?;
    Ok(Told::fine(format!("marked: {name}")))
}

pub(super) fn goto(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let name = name(input, "goto NAME [--past-dice]")?;
    let gone = console.session.goto(&name, input.has_flag("past-dice"))?;
    console.bots.borrow_mut().wait();
    Ok(match gone {
        Gone::Back(names) => told("undone", &names),
        Gone::On(names) => told("redone", &names),
    })
}

pub(super) fn fork(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let from = console.session.branches().0.to_owned();
    let name = name(input, "fork NAME")?;
    console.session.fork(&name)?;
    Ok(Told::fine(format!("playing {name}; {from} is as it was, `switch {from}` goes back")))
}

pub(super) fn switch(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let name = name(input, "switch NAME [--past-dice]")?;
    console.session.switch(&name, input.has_flag("past-dice"))?;
    console.bots.borrow_mut().wait();
    Ok(Told::fine(format!("playing {name}")))
}

pub(super) fn discard(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let name = name(input, "discard NAME")?;
    console.session.discard(&name)?;
    Ok(Told::fine(format!("{name} is gone")))
}

pub(super) fn branches(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let (current, others) = console.session.branches();
    let others: Vec<&str> = others.collect();
    let marks: Vec<&str> = console.session.marks().collect();
    if console.front.json || input.has_flag("json") {
        let json = serde_json::json!({
            "schema": "houserule.branches/1", "playing": current, "others": others, "marks": marks,
        });
        return Ok(Told::fine(json.to_string()));
    }
    let mut text = format!("* {current}\n");
    text.extend(others.iter().map(|o| format!("  {o}\n")));
    if !marks.is_empty() {
        text.push_str(&format!("marks: {}\n", marks.join(", ")));
    }
    Ok(Told::fine(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_goes_back_to_a_decision_of_a_person() {
        // Last first: two by the program, one by a person, one by the program, one by a person.
        let past = [true, true, false, true, false];
        assert_eq!(steps_back(past.into_iter(), 1), 3);
        assert_eq!(steps_back(past.into_iter(), 2), 5);
        assert_eq!(steps_back(past.into_iter(), 3), 6);
        assert_eq!(steps_back([true, true].into_iter(), 1), 1);
        assert_eq!(steps_back([false, false].into_iter(), 1), 1);
        assert_eq!(steps_back([].into_iter(), 1), 1);
    }

    #[test]
    fn redo_takes_up_what_the_program_has_played_behind_a_decision() {
        let future = [false, true, false, true, true];
        assert_eq!(steps_on(future.into_iter(), 1), 2);
        assert_eq!(steps_on(future.into_iter(), 2), 5);
        assert_eq!(steps_on(future.into_iter(), 3), 6);
        assert_eq!(steps_on([false, false].into_iter(), 1), 1);
        assert_eq!(steps_on([].into_iter(), 1), 1);
    }
}
