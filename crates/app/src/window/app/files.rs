//! What is done with saves: opened, kept, copied, thrown away. Every trouble becomes a sentence, and
//! the game on the table gives way only to one that could be opened.

use super::{App, Notice, Screen};
use crate::Folders;
use crate::window::command::UiCommand;
use crate::window::learn::Lesson;
use crate::window::save_library::{Kept, Sample, SaveLibrary};
use crate::window::table::Table;
use diadem_archive::{EXTENSION, Fault, Header, Lock, Opened, SaveError, previous_of};
use diadem_handoff::War;
use eframe::egui::Ui;
use std::fs;
use std::path::{Path, PathBuf};

/// As long as the name of a save may be.
const LONGEST_NAME: usize = 60;

/// A name as that of a file: what some disk forbids becomes a hyphen.
pub(in crate::window) fn safe_name(name: &str) -> Option<String> {
    let fits = |letter: char| !letter.is_control() && !r#"/\:*?"<>|"#.contains(letter);
    let letters = name.trim().chars().take(LONGEST_NAME);
    let safe: String = letters.map(|letter| if fits(letter) { letter } else { '-' }).collect();
    // A file that begins with a dot is hidden, and one that ends in one is lost on some disks.
    let safe = safe.trim_matches(|letter: char| letter == '.' || letter.is_whitespace());
    (!safe.is_empty()).then(|| safe.to_owned())
}

fn file_name(name: &str) -> String {
    format!("{name}.{EXTENSION}")
}

fn stem_of(file: &Path) -> Option<String> {
    Some(file.file_stem()?.to_str()?.to_owned())
}

/// A path as somebody types it: `~` is home.
pub(in crate::window) fn typed_path(typed: &str) -> Option<PathBuf> {
    let typed = typed.trim().trim_matches('"');
    let home = || std::env::var_os("HOME").map(PathBuf::from);
    match typed.strip_prefix("~/") {
        Some(below) => Some(home()?.join(below)),
        None => (!typed.is_empty()).then(|| PathBuf::from(typed)),
    }
}

impl App {
    /// Files dropped onto the window, on whatever screen.
    pub(super) fn take_what_was_dropped(&mut self, ui: &Ui) {
        let dropped = ui.input(|input| {
            let files = input.raw.dropped_files.iter();
            files.map(|file| file.path().to_path_buf()).next()
        });
        self.commands.extend(dropped.map(UiCommand::Import));
    }

    pub(super) fn open(&mut self, file: &Path) {
        let lock = match Lock::take(file) {
            Ok(lock) => Some(lock),
            // The same file again: it is this program that has it.
            Err(SaveError::InUse { .. }) if self.has_open(file) => None,
            Err(in_use @ SaveError::InUse { .. }) => {
                self.notice = Notice::trouble(in_use);
                return;
            }
            // Where nothing can be written, it can still be played.
            Err(_) => None,
        };
        let opened = diadem_archive::open::<War>(file);
        let cannot_be_replayed = matches!(
            opened,
            Err(SaveError::Refused {
                fault: Fault::ReplayDiffers | Fault::ReplayRefused { .. },
                ..
            })
        );
        let taken_up =
            if cannot_be_replayed { diadem_archive::resume::<War>(file).ok() } else { None };
        match (opened, taken_up) {
            (Ok(opened), _) => self.take_up(opened, name_among(self.folders.as_ref(), file), lock),
            (Err(refusal), Some(opened)) => {
                self.take_up(opened, name_among(self.folders.as_ref(), file), lock);
                self.notice = Notice::trouble(refusal);
            }
            (Err(refusal), None) => self.notice = Notice::trouble(refusal),
        }
    }

    /// Whether the game on the table is kept in that file.
    fn has_open(&self, file: &Path) -> bool {
        self.lock.is_some() && self.name.is_some() && self.name == stem_of(file)
    }

    pub(super) fn open_sample(&mut self, sample: Sample) {
        match diadem_archive::open_bytes::<War>(sample.bytes()) {
            Ok(opened) => self.take_up(opened, None, None),
            Err(fault) => {
                self.notice =
                    Notice::trouble(format!("“{}” cannot be opened: {fault}.", sample.name()));
            }
        }
    }

    fn take_up(&mut self, opened: Opened<War>, name: Option<String>, lock: Option<Lock>) {
        let lesson = Lesson::of(&opened.session);
        self.notice = None;
        self.make_room(Some(&opened.header));
        if let verdict @ diadem_archive::Verdict::ChecksumOnly(_) = &opened.verdict {
            self.notice = Notice::fine(format!(
                "This game is {verdict}. It goes on from its position; its chronicle begins anew."
            ));
        }
        // An old lock is given back before the new one is kept.
        self.lock = None;
        self.lock = lock;
        let table = Table::take_up(opened, self.folders.as_ref());
        let table = match lesson {
            Some(lesson) => table.with_guide(lesson),
            None => table,
        };
        self.sit_down(table, name);
    }

    /// Straight into the newest autosave that is whole.
    pub(super) fn go_on(&mut self) {
        let newest = self.folders.as_ref().and_then(|folders| {
            let (file, _) = diadem_archive::newest_good(&folders.autosaves())?;
            Some(file)
        });
        match newest {
            Some(file) => self.open(&file),
            None => {
                self.notice = Notice::trouble(
                    "There is no game to go on with yet. Begin a new one, or load a save.",
                );
            }
        }
    }

    /// Waits until the game on the table is safe on disk; gives whether it is.
    pub(super) fn put_away(&mut self) -> bool {
        self.lock = None;
        let trouble = self.table.take().and_then(Table::put_away);
        let is_safe = trouble.is_none();
        if let Some(trouble) = trouble {
            self.notice = Notice::trouble(trouble);
        }
        is_safe
    }

    /// Puts the game on the table away, and sees to it that the autosaves of the `coming` game do
    /// not push out the last of an unfinished one, unless it is that one.
    pub(super) fn make_room(&mut self, coming: Option<&Header>) {
        self.put_away();
        let Some(folders) = &self.folders else { return };
        let save_library = SaveLibrary::of(Some(folders));
        let Some((file, header)) = save_library.unkept() else { return };
        let is_lesson = Lesson::ALL.iter().any(|lesson| header.seats == lesson.seats());
        if is_lesson || coming == Some(header) {
            return;
        }
        let name = safe_name(&format!("{}, {} (set aside)", header.scenario, header.turn));
        let set_aside = diadem_archive::read(file).and_then(|bytes| {
            let to = free_place(folders, name.as_deref().unwrap_or("Set aside"), &bytes);
            write(&to, &bytes)
        });
        if let Err(error) = set_aside {
            self.notice = Notice::trouble(error);
        }
    }

    pub(super) fn save_as(&mut self, name: &str) {
        let (Some(table), Some(folders)) = (&self.table, &self.folders) else {
            self.notice = Notice::trouble(
                "There is no place for saves on this machine. Export the game to a file instead.",
            );
            return;
        };
        let Some(name) = safe_name(name) else {
            self.notice = Notice::trouble("A save needs a name. Give it one, and keep it again.");
            return;
        };
        let file = folders.saves().join(file_name(&name));
        match table.bytes().and_then(|bytes| write(&file, &bytes)) {
            Ok(()) => {
                self.notice = Notice::fine(format!("Kept as “{name}”."));
                if self.name.as_ref() != Some(&name) {
                    self.lock = Lock::take(&file).ok();
                }
                self.name = Some(name);
                self.save_library = SaveLibrary::of(Some(folders));
                if self.screen == Screen::SaveAs {
                    self.screen = self.behind.pop().unwrap_or_default();
                }
            }
            Err(error) => self.notice = Notice::trouble(error),
        }
    }

    pub(super) fn quick_save(&mut self) {
        match self.name.clone() {
            Some(name) => self.save_as(&name),
            None => self.go(Screen::SaveAs),
        }
    }

    pub(super) fn export(&mut self, to: &Path) {
        let Some(table) = &self.table else { return };
        let to = as_save(to, self.name.as_deref().unwrap_or("diadem"));
        let written = table.bytes().and_then(|bytes| write_new(&to, &bytes));
        self.notice = told(written, &to);
    }

    pub(super) fn copy_out(&mut self, kept: &Kept, to: &Path) {
        let (name, bytes) = match kept {
            Kept::File(file) => (stem_of(file), diadem_archive::read(file)),
            Kept::Sample(sample) => (Some(sample.name().to_owned()), Ok(sample.bytes().to_vec())),
        };
        let to = as_save(to, name.as_deref().unwrap_or("diadem"));
        self.notice = told(bytes.and_then(|bytes| write_new(&to, &bytes)), &to);
    }

    /// Copies a file among the saves, under its own name or the next free one, and opens it.
    pub(super) fn import(&mut self, file: &Path) {
        let Some(folders) = self.folders.clone() else {
            self.open(file);
            return;
        };
        let imported = diadem_archive::disk::verify_file(file)
            .and_then(|_| diadem_archive::read(file))
            .and_then(|bytes| {
                let name = stem_of(file).as_deref().and_then(safe_name);
                let to = free_place(&folders, name.as_deref().unwrap_or("Imported"), &bytes);
                write(&to, &bytes).map(|()| to)
            });
        match imported {
            Ok(copied) => self.open(&copied),
            Err(error) => self.notice = Notice::trouble(error),
        }
    }

    pub(super) fn delete(&mut self, file: &Path) {
        let gone = |path: &Path| match fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        // The lock of a save that is gone guards nothing.
        let lock = PathBuf::from(format!("{}.lock", file.display()));
        let deleted = gone(file).and_then(|()| gone(&previous_of(file))).and_then(|()| gone(&lock));
        if let Err(error) = deleted {
            self.notice = Notice::trouble(format!(
                "“{}” could not be thrown away: {error}. Close whatever uses it, and try again.",
                file.display()
            ));
        }
        self.save_library = SaveLibrary::of(self.folders.as_ref());
    }

    pub(super) fn replay_table(&mut self) {
        match self.table.as_ref().map(Table::bytes) {
            Some(Ok(bytes)) => self.replay_bytes(&bytes),
            Some(Err(error)) => self.notice = Notice::trouble(error),
            None => {}
        }
    }

    /// Steps through a save that is no file yet.
    pub(super) fn replay_bytes(&mut self, bytes: &[u8]) {
        let folder =
            self.folders.as_ref().map_or_else(std::env::temp_dir, |it| it.data().to_path_buf());
        let file = folder.join(file_name("replay"));
        match fs::create_dir_all(&folder)
            .map_err(|error| SaveError::Other { path: folder, reason: error.to_string() })
            .and_then(|()| diadem_archive::disk::replace(&file, bytes))
        {
            Ok(()) => self.replay(&file),
            Err(error) => self.notice = Notice::trouble(error),
        }
    }

    /// Steps through a save from its first turn.
    pub(super) fn replay(&mut self, file: &Path) {
        match Table::replay(file) {
            Ok(table) => {
                self.make_room(None);
                self.sit_down(table, None);
            }
            Err(refusal) => self.notice = Notice::trouble(refusal),
        }
    }

    /// Writes the present position as a rule case.
    pub(super) fn save_case(&mut self, file: &Path) {
        let Some(table) = &self.table else { return };
        if file.exists() {
            let there = format!("“{}” is there already; give another name.", file.display());
            self.notice = Notice::trouble(there);
            return;
        }
        let text = diadem_handoff::cases::written(table.war(), table.state());
        self.notice = match diadem_archive::disk::replace(file, text.as_bytes()) {
            Ok(()) => Notice::fine(format!("The position was written to “{}”.", file.display())),
            Err(error) => Notice::trouble(error),
        };
    }
}

/// The name of a file among the saves; others, such as autosaves, have none.
fn name_among(folders: Option<&Folders>, file: &Path) -> Option<String> {
    (file.parent() == Some(&folders?.saves())).then(|| stem_of(file))?
}

/// Where a file of this name goes among the saves: nothing there gives way to it.
fn free_place(folders: &Folders, name: &str, bytes: &[u8]) -> PathBuf {
    let names = std::iter::once(name.to_owned()).chain((2u32..).map(|nth| format!("{name} {nth}")));
    let is_free = |file: &PathBuf| match diadem_archive::read(file) {
        Ok(there) => there == bytes,
        Err(_) => !file.exists(),
    };
    let mut places = names.map(|name| folders.saves().join(file_name(&name)));
    places.find(is_free).unwrap_or_else(|| folders.saves().join(file_name(name)))
}

/// Where something is exported to: into a folder under its name, else to that file.
fn as_save(to: &Path, name: &str) -> PathBuf {
    if to.is_dir() { to.join(file_name(name)) } else { to.to_path_buf() }
}

fn told(written: Result<(), SaveError>, to: &Path) -> Option<Notice> {
    match written {
        Ok(()) => Notice::fine(format!("Written to “{}”.", to.display())),
        Err(error) => Notice::trouble(error),
    }
}

/// Writes a save into a folder of ours, which is made if it is missing.
fn write(file: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)
            .map_err(|error| SaveError::Other { path: folder.into(), reason: error.to_string() })?;
    }
    diadem_archive::write(file, bytes)
}

/// Writes a save somewhere else, in place of nothing but another save.
fn write_new(file: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    if file.exists() && diadem_archive::disk::verify_file(file).is_err() {
        let reason = "something else is there already".to_owned();
        return Err(SaveError::Other { path: file.into(), reason });
    }
    diadem_archive::write(file, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_on_every_disk() {
        assert_eq!(safe_name(" Friday: the knot? "), Some("Friday- the knot-".into()));
        assert_eq!(safe_name("../../etc/passwd"), Some("-..-etc-passwd".into()));
        assert_eq!(safe_name(" .. "), None);
        assert_eq!(safe_name(""), None);
        assert_eq!(safe_name(&"a".repeat(200)).map(|name| name.len()), Some(LONGEST_NAME));
    }
}
