//! The laws of the store, on a disk that fails on demand and on the real one.

mod faulty;

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use super::*;
use crate::kernel::dice::GENERATOR;
use crate::kernel::journal::FORMAT;
use crate::pack::Library;
use crate::session::{Nobody, Opening, Session};
use faulty::{FaultyDisk, How, PowerCut};

fn header() -> Header {
    Header {
        format: FORMAT,
        program: "0.1.0".into(),
        packs: Vec::new(),
        scenario: "bridge".into(),
        seed: 42,
        generator: GENERATOR.into(),
        house: Vec::new(),
    }
}

fn note(number: usize) -> Record {
    Record::Note { text: format!("command {number}") }
}

/// What a game records: a header, then numbered notes.
fn script() -> Vec<Record> {
    std::iter::once(Record::Header(header())).chain((1..12).map(note)).collect()
}

/// Plays the script over two sittings and tells how many records were acknowledged, or seen when resuming.
fn play(disk: &FaultyDisk, path: &Path) -> usize {
    let script = script();
    let Ok(mut store) = Store::create_on(disk, path, &header()) else { return 0 };
    let mut known = 1;
    append_until(&mut store, &script[..6], &mut known);
    drop(store);
    let Ok(mut opened) = Store::open_on(disk, path) else { return known };
    let read = opened.records.len();
    assert!((known..=known + 1).contains(&read), "{known} acknowledged, {read} read");
    assert_eq!(opened.records, script[..read]);
    known = read;
    append_until(&mut opened.store, &script, &mut known);
    known
}

fn append_until(store: &mut Store, script: &[Record], known: &mut usize) {
    while let Some(record) = script.get(*known) {
        if let Err(error) = store.append(record) {
            assert_eq!(error.code, Code::CANNOT_WRITE);
            assert!(store.trouble.is_some());
            assert!(store.append(record).is_err(), "a failed store writes no more");
            break;
        }
        *known += 1;
    }
}

#[test]
fn whatever_operation_fails_every_acknowledged_record_is_read_again() {
    let path = Path::new("game.journal");
    let script = script();
    let mut cases = 0;
    for how in How::ALL {
        for nth in 1.. {
            let disk = FaultyDisk::failing(nth, how);
            let known = play(&disk, path);
            for cut in PowerCut::ALL {
                let after = disk.after_power_cut(cut);
                let opened = Store::open_on(&after, path);
                if known == 0 && opened.is_err() {
                    continue;
                }
                let opened = opened.unwrap_or_else(|e| panic!("{how:?} at {nth}, {cut:?}: {e:?}"));
                let read = opened.records.len();
                assert!((known..=known + 1).contains(&read), "{how:?} at {nth}, {cut:?}: {known}, {read}");
                assert_eq!(opened.records, script[..read], "{how:?} at {nth}, {cut:?}");
                cases += 1;
            }
            if !disk.has_failed() {
                assert_eq!(known, script.len());
                break;
            }
        }
    }
    assert!(cases > 500, "{cases} cases");
}

#[test]
fn interrupted_and_short_writes_are_no_failures() {
    let path = Path::new("game.journal");
    for nth in 1..60 {
        assert_eq!(play(&FaultyDisk::failing(nth, How::Short), path), script().len(), "short at {nth}");
    }
}

#[test]
fn a_full_disk_can_be_tried_again_and_an_unconfirmed_record_cannot() {
    let path = Path::new("game.journal");
    let disk = FaultyDisk::default();
    let mut store = Store::create_on(&disk, path, &header()).unwrap();
    disk.fail_next_write();
    assert!(store.append(&note(1)).is_err());
    assert_eq!((store.trouble.is_some(), store.retry()), (true, Ok(())));
    store.append(&note(1)).unwrap();
    disk.fail_next_sync();
    assert!(store.append(&note(2)).is_err());
    let error = store.retry().unwrap_err();
    assert!(error.help.unwrap().starts_with("leave and resume"));
    drop(store);
    assert_eq!(Store::open_on(&disk, path).unwrap().records, script()[..2]);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_taken_away_is_told_and_may_be_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let (path, aside) = (folder.path().join("game.journal"), folder.path().join("aside.journal"));
    let mut store = Store::create(&path, &header()).unwrap();
    store.append(&note(1)).unwrap();
    std::fs::rename(&path, &aside).unwrap();
    let error = store.append(&note(2)).unwrap_err();
    assert!(error.title.contains("deleted or replaced"), "{}", error.title);
    assert!(error.help.unwrap().starts_with("`save FILE`"));
    // Another file of its name is not it.
    std::fs::write(&path, "").unwrap();
    assert!(store.retry().is_err() && store.append(&note(2)).is_err());
    std::fs::rename(&aside, &path).unwrap();
    store.retry().unwrap();
    store.append(&note(2)).unwrap();
    drop(store);
    assert_eq!(Store::open(&path).unwrap().records, script()[..3]);
}

#[test]
fn a_game_goes_on_once_there_is_room_on_the_disk() {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    let mut session = Session::open(Opening {
        library: Library::of_folders([fixtures.into()]),
        pack: "skiffs".to_owned(),
        scenario: Some("lagoon".to_owned()),
        house: Vec::new(),
        seed: 1,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal: None,
    })
    .unwrap();
    let disk = FaultyDisk::default();
    session.store = Some(Store::create_on(&disk, Path::new("game.journal"), &header()).unwrap());
    disk.fail_next_write();
    assert!(session.record(note(1)).is_err());
    assert!(session.record(note(1)).is_ok());
    disk.fail_next_sync();
    assert!(session.record(note(2)).is_err());
    assert!(session.record(note(2)).is_err());
    drop(session);
    assert_eq!(Store::open_on(&disk, Path::new("game.journal")).unwrap().records, script()[..2]);
}

#[test]
fn a_failed_recovery_leaves_the_old_file_and_no_half_new_one() {
    let path = Path::new("game.journal");
    let new = Path::new("game-recovered.journal");
    let mut bytes: Vec<u8> = Vec::new();
    let mut encoder = Encoder::new();
    script().iter().for_each(|record| bytes.extend(encoder.encode(record)));
    let spoilt = bytes.len() / 2;
    bytes[spoilt] ^= 1;
    let whole = decode(&bytes).records;
    for how in How::ALL {
        for nth in 1.. {
            let disk = FaultyDisk::failing(nth, how);
            disk.put(path, &bytes);
            let recovered = recover_on(&disk, path);
            assert_eq!(disk.get(path).as_deref(), Some(bytes.as_slice()));
            for cut in PowerCut::ALL {
                let after = disk.after_power_cut(cut);
                if after.exists(new) {
                    assert_eq!(
                        Store::open_on(&after, new).unwrap().records,
                        whole,
                        "{how:?} at {nth}, {cut:?}"
                    );
                } else {
                    assert!(recovered.is_err(), "{how:?} at {nth}");
                }
            }
            if !disk.has_failed() {
                let recovered = recovered.unwrap();
                assert_eq!((recovered.path.as_path(), recovered.records), (new, whole.len()));
                break;
            }
        }
    }
}

#[test]
fn a_game_is_open_in_one_program_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved/deep/game.journal");
    let store = Store::create(&path, &header()).unwrap();
    let error = Store::open(&path).err().unwrap();
    assert_eq!(error.code, Code::JOURNAL_LOCKED);
    assert!(error.title.ends_with("is open in another program"), "{}", error.title);
    assert_eq!(recover(&path).unwrap_err().code, Code::JOURNAL_LOCKED);
    assert_eq!(check_free(&path).unwrap_err().code, Code::JOURNAL_LOCKED);
    drop(store);
    assert_eq!(check_free(&path), Ok(()));
    assert_eq!(Store::open(&path).unwrap().records, [Record::Header(header())]);
    assert_eq!(Store::create(&path, &header()).err().unwrap().code, Code::CANNOT_WRITE);
    assert_eq!(Store::open(&path).unwrap().records.len(), 1, "a refused create leaves the game alone");
}

/// A game of four records on the real disk, its bytes changed by `spoil`.
fn spoilt(spoil: impl FnOnce(&mut Vec<u8>)) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.journal");
    let mut store = Store::create(&path, &header()).unwrap();
    (1..4).for_each(|number| store.append(&note(number)).unwrap());
    drop(store);
    let mut bytes = std::fs::read(&path).unwrap();
    spoil(&mut bytes);
    std::fs::write(&path, bytes).unwrap();
    (folder, path)
}

#[test]
fn a_torn_record_is_cut_off_with_a_warning_and_the_game_goes_on() {
    let (_folder, path) = spoilt(|bytes| bytes.truncate(bytes.len() - 3));
    let mut opened = Store::open(&path).unwrap();
    assert_eq!(opened.records, script()[..3]);
    let warning = &opened.warnings[0];
    assert_eq!((warning.code, warning.is_error()), (Code::JOURNAL_TORN, false));
    assert!(warning.title.starts_with("line 4 of"), "{}", warning.title);
    opened.store.append(&note(3)).unwrap();
    drop(opened);
    let again = Store::open(&path).unwrap();
    assert_eq!((again.records, again.warnings), (script()[..4].to_vec(), Vec::new()));
}

#[test]
fn damage_is_refused_by_line_and_recovered_to_a_new_file() {
    let (_folder, path) = spoilt(|bytes| {
        let third = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(1).unwrap().0 + 30;
        bytes[third] ^= 4;
    });
    let before = std::fs::read(&path).unwrap();
    let error = Store::open(&path).err().unwrap();
    assert_eq!(error.code, Code::JOURNAL_DAMAGED);
    assert!(error.title.starts_with("line 3 of"), "{}", error.title);
    let first = recover(&path).unwrap();
    let second = recover(&path).unwrap();
    assert!(
        first.path.ends_with("game-recovered.journal") && second.path.ends_with("game-recovered-2.journal")
    );
    assert_eq!((first.records, Store::open(&first.path).unwrap().records), (2, script()[..2].to_vec()));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn the_head_of_a_game_is_read_whatever_stands_behind_it() {
    let (_folder, path) = spoilt(|bytes| {
        let first = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        bytes[first..].fill(b'x');
    });
    assert_eq!(head_of(&path), Some(header()));
    let (_folder, path) = spoilt(|bytes| bytes.truncate(40));
    assert_eq!((head_of(&path), head_of(Path::new("/no/such/game"))), (None, None));
    let (folder, _) = spoilt(|_| {});
    assert_eq!(head_of(folder.path()), None);
}

#[test]
fn a_file_that_is_no_saved_game_is_left_alone() {
    for text in ["", "my shopping list", "two\nlines\n", "{}\n"] {
        let (_folder, path) = spoilt(|bytes| *bytes = text.into());
        let told = Store::open(&path).err().unwrap();
        assert_eq!(told.code, Code::JOURNAL_DAMAGED, "{text}");
        // Nothing is whole there, so nothing can be recovered either.
        assert!(told.help.is_some_and(|help| help.starts_with("name another file")), "{text}");
        assert_eq!(recover(&path).unwrap_err().code, Code::JOURNAL_DAMAGED, "{text}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    assert_eq!(Store::open(Path::new("/no/such/game")).err().unwrap().code, Code::CANNOT_READ);
}
