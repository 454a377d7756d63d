//! What may follow a line that is begun.

use serde_json::{Value as Json, json};

use crate::report::Style;
use crate::session::Following;

/// Each part of the form that may stand next, with what is listed for it.
pub(in crate::repl) fn following(following: &Following, style: &Style) -> String {
    let mut text = String::new();
    for slot in &following.next {
        text.push_str(&style.outdented(&slot.form));
        match slot.listed.as_deref() {
            Some([]) => text.push_str("  nothing\n"),
            listed => {
                text.extend(listed.into_iter().flatten().map(|one| style.entry(&one.text, &one.about)));
            }
        }
    }
    if following.may_end {
        text.push_str("the line may end here\n");
    }
    text
}

/// The same as one JSON object.
pub(in crate::repl) fn following_json(line: &str, following: &Following) -> Json {
    let next = following.next.iter().map(|slot| {
        let listed = slot.listed.as_ref().map(|listed| -> Vec<Json> {
            listed.iter().map(|one| json!({"text": one.text, "about": one.about})).collect()
        });
        json!({"form": slot.form, "listed": listed})
    });
    json!({
        "schema": "houserule.following/1",
        "line": line,
        "next": next.collect::<Vec<_>>(),
        "may_end": following.may_end,
    })
}
