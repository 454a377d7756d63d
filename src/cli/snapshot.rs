//! Snapshots of transcripts in the form of the crate `insta`, so that its tools can read them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::session::store::{Access, write_whole};

/// The line between the head and the body.
const FENCE: &str = "---\n";

/// A snapshot: where its text comes from, and the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Snapshot {
    /// The session, as the head names it.
    pub(super) source: String,
    /// The transcript.
    pub(super) body: String,
}

impl Snapshot {
    /// Reads a snapshot; none where it has no head.
    pub(super) fn parse(text: &str) -> Option<Snapshot> {
        let text = text.replace("\r\n", "\n");
        let (head, body) = text.strip_prefix(FENCE)?.split_once(&format!("\n{FENCE}"))?;
        let source =
            head.lines().find_map(|l| l.strip_prefix("source:")).map_or("", |s| s.trim().trim_matches('"'));
        Some(Snapshot { source: source.to_owned(), body: body.to_owned() })
    }

    /// The text of its file. It ends in exactly one line break, as `insta` writes it.
    pub(super) fn text(&self) -> String {
        let quoted = self.source.contains([':', '#', '"', '\'']);
        let source = if quoted { format!("{:?}", self.source) } else { self.source.clone() };
        format!("{FENCE}source: {source}\nexpression: transcript\n{FENCE}{}\n", self.body.trim_end())
    }

    /// Whether two say the same; spaces at the very end count for nothing.
    pub(super) fn says(&self, body: &str) -> bool {
        self.body.trim_end() == body.trim_end()
    }
}

/// The file of a session's snapshot.
pub(super) fn snapshot_path(session: &Path) -> PathBuf {
    session.with_extension("snap")
}

/// The file of a snapshot that waits to be accepted.
pub(super) fn pending_path(snapshot: &Path) -> PathBuf {
    let mut name = snapshot.as_os_str().to_owned();
    name.push(".new");
    PathBuf::from(name)
}

/// Writes a snapshot and takes away one that waited.
pub(super) fn accept(path: &Path, snapshot: &Snapshot) -> io::Result<()> {
    write_whole(path, snapshot.text().as_bytes(), Access::AsBefore)?;
    drop_pending(path)
}

/// Writes a snapshot that waits to be accepted.
pub(super) fn leave_pending(path: &Path, snapshot: &Snapshot) -> io::Result<()> {
    write_whole(&pending_path(path), snapshot.text().as_bytes(), Access::AsBefore)
}

/// Takes a snapshot away that waits, where there is one.
pub(super) fn drop_pending(path: &Path) -> io::Result<()> {
    match fs::remove_file(pending_path(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let written =
            Snapshot { source: "tests/a.play".to_owned(), body: "> now\nTurn 1\n---\nx\n".to_owned() };
        let text = written.text();
        assert!(
            text.starts_with("---\nsource: tests/a.play\nexpression: transcript\n---\n> now\n"),
            "{text}"
        );
        let read = Snapshot::parse(&text).unwrap();
        assert_eq!(read.source, written.source);
        assert!(read.says(&written.body) && !read.says("other"));
        assert_eq!(Snapshot::parse(&text.replace('\n', "\r\n")).unwrap(), read);
    }

    #[test]
    fn a_text_without_head_is_no_snapshot() {
        assert_eq!(Snapshot::parse("> now\n"), None);
        assert_eq!(Snapshot::parse("---\nsource: x\n"), None);
    }
}
