//! Who sits at this machine, where decisions in secret go by mail.

use std::path::PathBuf;

use serde_json::json;

use super::super::console::{Console, Input};
use super::super::told::Told;
use crate::data::ParamKind;
use crate::kernel::value::Value;
use crate::session::{Post, Trouble, one};

const FORM: &str = "mail [FOLDER SIDE, SIDE… | off]";

pub(super) fn mail(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let words = &input.line.words;
    match &words[..] {
        [] => return Ok(told(console, input)),
        [off] if off.text.eq_ignore_ascii_case("off") => {
            console.session.set_post(None);
            return Ok(told(console, input));
        }
        [_] => return Err(input.usage("which sides sit at this machine?", FORM)),
        _ => {}
    }
    let mut here = Vec::new();
    for word in &words[1..] {
        let value = one(word, ParamKind::Side, console.session.names())
            .map_err(|mistake| Trouble::of_line(input.text, mistake))?;
        if let Value::Side(side) = value
            && !here.contains(&side)
        {
            here.push(side);
        }
    }
    console.session.set_post(Some(Post { folder: PathBuf::from(&*words[0].text), here }));
    Ok(told(console, input))
}

fn told(console: &Console, input: &Input<'_>) -> Told {
    let session = &console.session;
    let post = session.post();
    if console.front.json || input.has_flag("json") {
        let catalogue = session.loaded().rules.catalogue();
        let here = post.map(|p| p.here.iter().map(|s| &*catalogue.side(*s).name).collect::<Vec<_>>());
        let folder = post.map(|p| p.folder.display().to_string());
        return Told::fine(json!({"schema": "houserule.mail/1", "folder": folder, "here": here}).to_string());
    }
    let text = match post {
        None => "all sides sit at this machine".to_owned(),
        Some(post) => {
            let here: Vec<String> = post.here.iter().map(|side| session.called(&(*side).into())).collect();
            format!(
                "{} here; what the others decide in secret comes through `{}`",
                if here.len() == 1 {
                    format!("{} sits", here[0])
                } else {
                    format!("{} sit", here.join(", "))
                },
                post.folder.display()
            )
        }
    };
    Told::fine(console.front.style.clean(&text))
}
