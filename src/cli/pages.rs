//! What is only written out: codes, versions, completions, manual pages; and a damaged game's whole part.

use std::path::Path;
use std::sync::Arc;

use clap::CommandFactory;
use clap_complete::Shell;
use serde_json::json;

use super::arguments::Arguments;
use super::failure::{Outcome, cannot_write, tell_warnings};
use super::look::Look;
use super::page::{Page, Streams};
use super::saved;
use crate::diagnostic::{CODES, Code, Diagnostic, counted, explain as page_of, shell_word};
use crate::pack::{Library, Request, load};
use crate::session::store::recover;

/// `explain`: what a code means.
pub(super) fn explain(code: &str, look: &Look) -> Outcome {
    let Some((code, text)) = page_of(code) else {
        let told = Diagnostic::error(Code::NOT_FOUND, format!("no message has the code `{code}`"));
        return Err(told.near(code, CODES.iter().map(|(c, _)| c.0)).into());
    };
    let shown = match look.json {
        true => json!({"schema": "houserule.code/1", "code": code.0, "text": text}).to_string() + "\n",
        false => crate::report::wrap(&format!("{code}: {text}"), look.style.width.min(100)).join("\n") + "\n",
    };
    Streams { ascii: look.style.ascii }.out(&shown);
    Ok(0)
}

/// `recover`: what is whole of a damaged saved game, in a new file.
pub(super) fn recover_game(file: &Path, look: &Look) -> Outcome {
    saved::must_be_file(file)?;
    let recovered = recover(file)?;
    let mut page = Streams { ascii: look.style.ascii };
    let new = recovered.path.display().to_string();
    if look.json {
        let told = json!({"schema": "houserule.recovered/1", "file": new, "records": recovered.records,
            "lost_bytes": recovered.lost_bytes});
        page.out(&format!("{told}\n"));
        return Ok(0);
    }
    if let Some(fault) = &recovered.fault {
        tell_warnings(vec![fault.diagnostic(&file.display().to_string())], look);
    }
    page.out(&format!(
        "{} written to {new}, {} left behind\n  houserule play --resume {}\n",
        counted(recovered.records, "record"),
        counted(recovered.lost_bytes as usize, "byte"),
        shell_word(&new),
    ));
    Ok(0)
}

/// `completions`: for a shell.
pub(super) fn completions(shell: Shell) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "houserule", &mut text);
    Streams { ascii: false }.out(&String::from_utf8_lossy(&text));
    Ok(0)
}

/// `man`: the manual page, or one for every command into a folder.
pub(super) fn man(folder: Option<&Path>) -> Outcome {
    let command = Arguments::command();
    let Some(folder) = folder else {
        let mut text = Vec::new();
        clap_mangen::Man::new(command)
            .render(&mut text)
            .map_err(|error| cannot_write(Path::new("-"), &error))?;
        Streams { ascii: false }.out(&String::from_utf8_lossy(&text));
        return Ok(0);
    };
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    clap_mangen::generate_to(command, folder).map_err(|error| cannot_write(folder, &error))?;
    Ok(0)
}

/// `version`: of the program, and of every pack with the hash of its text.
pub(super) fn version(library: &Library, look: &Look) -> Outcome {
    let mut page = Streams { ascii: look.style.ascii };
    let packs = library.packs().into_iter().map(|pack| {
        let request = Request { pack: pack.id.clone(), ..Request::default() };
        let loaded = load(library, &request, &Arc::default()).ok();
        let told = loaded.map(|l| (l.pack().manifest.version.to_string(), l.pack().hash.clone()));
        (pack.id, told)
    });
    let packs: Vec<(String, Option<(String, String)>)> = packs.collect();
    if look.json {
        let packs: Vec<_> = packs
            .iter()
            .map(|(id, told)| {
                json!({"pack": id, "version": told.as_ref().map(|t| &t.0), "hash": told.as_ref().map(|t| &t.1)})
            })
            .collect();
        let told =
            json!({"schema": "houserule.version/1", "version": env!("CARGO_PKG_VERSION"), "packs": packs});
        page.out(&format!("{told}\n"));
        return Ok(0);
    }
    page.out(&format!("houserule {}\n", env!("CARGO_PKG_VERSION")));
    for (id, told) in packs {
        page.out(&match told {
            Some((version, hash)) => format!("{id} {version} {hash}\n"),
            None => format!("{id} does not load; `houserule check {}` says why\n", shell_word(&id)),
        });
    }
    Ok(0)
}
