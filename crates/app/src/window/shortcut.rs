//! Every key and what it does: one table, for those who handle keys and for the list on `?`.

use super::command::UiCommand;
use eframe::egui::{Event, Key, KeyboardShortcut, Modifiers, Ui};

/// A thing that keys do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortcut {
    /// The keys, each of which does it.
    pub keys: &'static [KeyboardShortcut],
    /// What they do, as the list says it.
    pub does: &'static str,
    /// Where.
    pub place: Place,
}

/// Where keys mean something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// On every screen.
    Everywhere,
    /// In menus and lists.
    Lists,
    /// At the table.
    Table,
}

impl Place {
    /// Every place, in the order it is listed.
    pub const ALL: [Place; 3] = [Place::Everywhere, Place::Table, Place::Lists];

    /// Its title.
    pub const fn title(self) -> &'static str {
        match self {
            Place::Everywhere => "Everywhere",
            Place::Lists => "In menus and lists",
            Place::Table => "At the table",
        }
    }
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn command(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn everywhere(keys: &'static [KeyboardShortcut], does: &'static str) -> Shortcut {
    Shortcut { keys, does, place: Place::Everywhere }
}

const fn table(keys: &'static [KeyboardShortcut], does: &'static str) -> Shortcut {
    Shortcut { keys, does, place: Place::Table }
}

const fn lists(keys: &'static [KeyboardShortcut], does: &'static str) -> Shortcut {
    Shortcut { keys, does, place: Place::Lists }
}

#[expect(missing_docs, reason = "each says what it does")]
impl Shortcut {
    pub const RULEBOOK: Shortcut = everywhere(&[plain(Key::F1)], "Open the rulebook");
    pub const KEYS: Shortcut = everywhere(&[plain(Key::Questionmark)], "Show this list of keys");
    pub const BACK: Shortcut = everywhere(&[plain(Key::Escape)], "Back to where you were");
    pub const QUIT: Shortcut =
        everywhere(&[UiCommand::QUIT_KEYS], "Leave; the game is kept as it stands");

    pub const USUAL: Shortcut = table(
        &[plain(Key::Space), plain(Key::Enter)],
        "Give the answer that is sure; else ask a captain",
    );
    pub const WAY_OUT: Shortcut = table(
        &[plain(Key::Escape)],
        "Put back what is in hand; otherwise end the phase, which asks first",
    );
    pub const NEXT: Shortcut = table(&[plain(Key::Tab)], "The next thing that can be chosen");
    pub const PREVIOUS: Shortcut = table(
        &[KeyboardShortcut::new(Modifiers::SHIFT, Key::Tab)],
        "The previous thing that can be chosen",
    );
    pub const UNDO: Shortcut = table(&[command(Key::Z)], "Take the last move back");
    pub const SAVE: Shortcut = table(&[command(Key::S)], "Keep the game under a name");
    pub const QUICK_SAVE: Shortcut =
        table(&[plain(Key::F5)], "Keep the game at once, under the name it has");
    pub const FIT: Shortcut = table(&[plain(Key::Home)], "See the whole map");
    pub const ZOOM_IN: Shortcut =
        table(&[plain(Key::Plus), plain(Key::Equals)], "Closer to the map");
    pub const ZOOM_OUT: Shortcut = table(&[plain(Key::Minus)], "Away from the map");
    pub const PAN: Shortcut = table(
        &[
            plain(Key::ArrowLeft),
            plain(Key::ArrowRight),
            plain(Key::ArrowUp),
            plain(Key::ArrowDown),
        ],
        "Move the map",
    );
    pub const CHRONICLE: Shortcut = table(&[plain(Key::C)], "The chronicle");
    pub const OBJECTIVES: Shortcut = table(&[plain(Key::O)], "Objectives and points");
    pub const TURN_TRACK: Shortcut = table(&[plain(Key::T)], "The turn track");
    pub const HINT: Shortcut = table(&[plain(Key::H)], "What a captain would do here");
    pub const WHO_PLAYS: Shortcut = table(&[plain(Key::W)], "Who plays: persons or the computer");
    pub const PAUSE: Shortcut = table(&[plain(Key::P)], "Let the computer wait, or go on");
    pub const STEP: Shortcut = table(&[plain(Key::N)], "One decision of the computer's");
    pub const STATISTICS: Shortcut = table(&[plain(Key::G)], "How the war goes, in charts");

    pub const UP: Shortcut = lists(&[plain(Key::ArrowUp)], "The line above");
    pub const DOWN: Shortcut = lists(&[plain(Key::ArrowDown)], "The line below");
    pub const CHOOSE: Shortcut = lists(&[plain(Key::Enter)], "Choose it");
    pub const SEARCH: Shortcut = lists(&[command(Key::F)], "Search, in the rulebook");

    /// Every one, in the order they are listed.
    pub const ALL: [Shortcut; 27] = [
        Shortcut::RULEBOOK,
        Shortcut::KEYS,
        Shortcut::BACK,
        Shortcut::QUIT,
        Shortcut::USUAL,
        Shortcut::WAY_OUT,
        Shortcut::NEXT,
        Shortcut::PREVIOUS,
        Shortcut::UNDO,
        Shortcut::SAVE,
        Shortcut::QUICK_SAVE,
        Shortcut::FIT,
        Shortcut::ZOOM_IN,
        Shortcut::ZOOM_OUT,
        Shortcut::PAN,
        Shortcut::CHRONICLE,
        Shortcut::OBJECTIVES,
        Shortcut::TURN_TRACK,
        Shortcut::STATISTICS,
        Shortcut::HINT,
        Shortcut::WHO_PLAYS,
        Shortcut::PAUSE,
        Shortcut::STEP,
        Shortcut::UP,
        Shortcut::DOWN,
        Shortcut::CHOOSE,
        Shortcut::SEARCH,
    ];

    /// Whether it was pressed just now; if so, nobody else hears of it.
    pub fn pressed(&self, ui: &Ui) -> bool {
        self.which(ui).is_some()
    }

    /// The same, but not for a key that is held down.
    pub fn pressed_anew(&self, ui: &Ui) -> bool {
        let is_new = |event: &Event| match event {
            Event::Key { key, pressed: true, repeat: false, .. } => {
                self.keys.iter().any(|keys| keys.logical_key == *key)
            }
            _ => false,
        };
        let is_new = ui.input(|input| input.events.iter().any(is_new));
        self.pressed(ui) && is_new
    }

    /// Which of its keys was pressed just now, by number; nobody else hears of it then.
    pub fn which(&self, ui: &Ui) -> Option<usize> {
        self.keys.iter().position(|keys| {
            is_free(ui, *keys) && ui.input_mut(|input| input.consume_shortcut(keys))
        })
    }

    /// Its keys in words.
    pub fn words(&self) -> String {
        let words: Vec<String> = self.keys.iter().map(|keys| keys_in_words(*keys)).collect();
        match words.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

/// Whether keys are not meant for the widget that has the focus.
fn is_free(ui: &Ui, keys: KeyboardShortcut) -> bool {
    let key = keys.logical_key;
    let never_typed = keys.modifiers.command || matches!(key, Key::Escape | Key::F1 | Key::F5);
    let presses = matches!(key, Key::Space | Key::Enter);
    let focused = ui.memory(|memory| memory.focused().is_some());
    never_typed || !(ui.text_edit_focused() || presses && focused)
}

fn keys_in_words(keys: KeyboardShortcut) -> String {
    let key = match keys.logical_key {
        Key::ArrowLeft => "Left",
        Key::ArrowRight => "Right",
        Key::ArrowUp => "Up",
        Key::ArrowDown => "Down",
        Key::Escape => "Esc",
        Key::Minus => "-",
        key => key.symbol_or_name(),
    };
    let modifiers = keys.modifiers;
    let held = [(modifiers.command, "Ctrl+"), (modifiers.shift, "Shift+"), (modifiers.alt, "Alt+")];
    let held: String = held.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
    format!("{held}{key}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things_in_one_place() {
        for (at, one) in Shortcut::ALL.iter().enumerate() {
            for other in &Shortcut::ALL[..at] {
                let meet = one.place == other.place
                    || one.place == Place::Everywhere
                    || other.place == Place::Everywhere;
                // What is open is closed before a phase ends.
                let is_back = *other == Shortcut::BACK && *one == Shortcut::WAY_OUT;
                let same = !is_back && one.keys.iter().any(|keys| other.keys.contains(keys));
                assert!(!(meet && same), "{} and {}", one.does, other.does);
            }
        }
    }

    #[test]
    fn keys_are_told_as_they_are_printed_on_them() {
        assert_eq!(Shortcut::USUAL.words(), "Space or Enter");
        assert_eq!(Shortcut::PREVIOUS.words(), "Shift+Tab");
        assert_eq!(Shortcut::UNDO.words(), "Ctrl+Z");
        assert_eq!(Shortcut::KEYS.words(), "?");
        assert_eq!(Shortcut::PAN.words(), "Left, Right, Up or Down");
    }
}
