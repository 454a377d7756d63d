//! `fmt`: the indentation and the spaces of data files. Words are never moved from one line to another.

use std::fs;
use std::path::{Path, PathBuf};

use super::failure::{Failure, Outcome};
use super::kept_file::write_whole;
use super::look::Look;
use super::page::{Page, Streams};
use crate::data::parse;
use crate::diagnostic::{Code, Diagnostic, SourceMap, counted};
use crate::pack::read_text;

/// Carries out `fmt`.
pub(super) fn fmt(paths: &[PathBuf], only_looks: bool, look: &Look) -> Outcome {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files)?;
    }
    let mut page = Streams { ascii: look.style.ascii };
    let (mut changed, mut left, mut status) = (0, 0, 0);
    for file in &files {
        let text = read_text(file)?;
        // Where a block has no end nobody knows how deep what follows stands.
        if let Some(failure) = never_closed(file, &text) {
            failure.tell(look);
            left += 1;
            status = failure.status;
            continue;
        }
        let tidy = tidied(&text);
        if *tidy != *text {
            changed += 1;
            page.out(&format!("{}\n", file.display()));
            if !only_looks {
                // What a link leads to is tidied, and the link stays.
                write_whole(file, tidy.as_bytes())?;
            }
        }
    }
    let what = if only_looks { "would change" } else { "changed" };
    let untouched = if left == 0 { String::new() } else { format!(", {left} left as it was") };
    page.out(&format!("{}, {changed} {what}{untouched}\n", counted(files.len(), "file")));
    Ok(status.max(u8::from(only_looks && changed > 0)))
}

/// What is opened in a file and never closed.
fn never_closed(path: &Path, text: &str) -> Option<Failure> {
    let mut sources = SourceMap::default();
    let file = sources.add(&*path.to_string_lossy(), text);
    let (_, mut told) = parse(file, &sources);
    told.retain(|told| told.code == Code::UNCLOSED);
    (!told.is_empty()).then(|| Failure::from((sources, told)))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let is_data = |p: &Path| {
        p.extension().is_some_and(|e| ["units", "map", "scenario", "pack"].iter().any(|d| e == *d))
    };
    if path.is_dir() {
        let entries = fs::read_dir(path).map_err(|error| {
            Diagnostic::error(Code::CANNOT_READ, format!("`{}` cannot be read: {error}", path.display()))
        })?;
        let mut inside: Vec<PathBuf> = entries.filter_map(Result::ok).map(|e| e.path()).collect();
        inside.sort();
        for one in inside.iter().filter(|p| p.is_dir() || is_data(p)) {
            collect(one, files)?;
        }
        return Ok(());
    }
    if !is_data(path) {
        let told = Diagnostic::error(Code::USAGE, format!("`{}` is no data file", path.display()));
        return Err(told.help("data files end in .units, .map, .scenario or .pack").into());
    }
    files.push(path.to_owned());
    Ok(())
}

/// Two spaces for each open block, none at the end of a line, one empty line at most, one line break at the end.
/// Scripts in `rules` blocks and drawn maps keep their own form: inside them only the ends of lines change.
fn tidied(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut depth = 0usize;
    // The depth of a block that keeps its form, while inside one.
    let mut kept: Option<usize> = None;
    let mut inside = Inside::default();
    let mut blank = 0;
    for line in text.lines() {
        let bare = line.trim();
        let begins_in_text = inside.is_kept();
        let (closing, change) = braces(line, &mut inside);
        if bare.is_empty() && !begins_in_text {
            blank += 1;
            continue;
        }
        if blank > 0 && !tidy.is_empty() {
            tidy.push('\n');
        }
        blank = 0;
        let after = depth.saturating_add_signed(change);
        let ends_block = kept.is_some_and(|outer| after <= outer);
        if begins_in_text {
            tidy.push_str(line);
        } else if kept.is_some() && !ends_block {
            tidy.push_str(line.trim_end());
        } else {
            tidy.push_str(&"  ".repeat(depth.saturating_sub(closing)));
            tidy.push_str(if inside.is_kept() { line.trim_start() } else { bare });
        }
        tidy.push('\n');
        let keeps_form = ["rules", "drawing", "draw", "legend", "rows"]
            .contains(&bare.split([' ', '{']).next().unwrap_or_default());
        if kept.is_none() && keeps_form && after > depth {
            kept = Some(depth);
        } else if ends_block {
            kept = None;
        }
        depth = after;
    }
    tidy
}

/// What goes on from one line to the next.
#[derive(Default)]
struct Inside {
    text: bool,
    /// How many block comments are open, one inside the other.
    comments: usize,
}

impl Inside {
    /// Whether what stands in a line here keeps its form.
    fn is_kept(&self) -> bool {
        self.text || self.comments > 0
    }
}

/// How many blocks a line closes before it opens any, and by how much it changes the depth. Braces in texts and
/// comments do not count; a text and a block comment may go on in the next line.
fn braces(line: &str, inside: &mut Inside) -> (usize, isize) {
    let (mut closing, mut change, mut lead) = (0, 0, true);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        match (letter, next) {
            ('*', Some('/')) if inside.comments > 0 => {
                inside.comments -= 1;
                letters.next();
            }
            ('/', Some('*')) if !inside.text => {
                inside.comments += 1;
                letters.next();
            }
            _ if inside.comments > 0 => {}
            ('\\', _) if inside.text => {
                letters.next();
            }
            ('"' | '`', _) => {
                inside.text = !inside.text;
                lead = false;
            }
            _ if inside.text => {}
            ('/', Some('/')) => break,
            ('{', _) => {
                change += 1;
                lead = false;
            }
            ('}', _) => {
                change -= 1;
                closing += usize::from(lead);
            }
            _ => lead = lead && letter.is_whitespace(),
        }
    }
    (closing, change)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_indented_and_spaces_go() {
        let text = "unit a {  \n ATT 1 // {\n   in woods {\ncost 2 }\n\n\n}\nnote \"a {\n  b\"   \n\n";
        let tidy = tidied(text);
        assert_eq!(tidy, "unit a {\n  ATT 1 // {\n  in woods {\n    cost 2 }\n\n}\nnote \"a {\n  b\"   \n");
        assert_eq!(tidied(&tidy), tidy);
    }

    #[test]
    fn nothing_in_a_block_comment_opens_or_closes_anything() {
        let text = "unit a {\n  /* x { \" y\n it's } /* { */\n  } */\n  ATT 1\n}\nunit b {\n}\n";
        assert_eq!(tidied(text), text);
    }

    #[test]
    fn scripts_keep_their_form() {
        let text = "rules {\n      fn a() {\n   1\n      }\n}\n";
        assert_eq!(tidied(text), text);
    }
}
