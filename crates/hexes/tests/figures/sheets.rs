//! The figures of the chart files, and the values that each may have instead. `tests/figures.rs` reads the charts of the
//! campaign and of the display with it.

use diadem_core::DataFile;
use toml::Value;

/// Keys of a chart that are about it, and no figures of it.
const ABOUT: &[&str] = &["rule", "source", "printed", "public", "name"];

/// Headings of rows and columns.
const HEADINGS: &[&str] = &["attackers", "defenders", "classes"];

/// A step of the way to a figure.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Key(String),
    At(usize),
}

/// One figure of a chart file.
pub(crate) struct Figure {
    /// The file.
    pub(crate) file: &'static str,
    sheet: Value,
    path: Vec<Part>,
    others: Vec<Value>,
}

impl Figure {
    /// The file and the way to it.
    pub(crate) fn name(&self) -> String {
        let path = self.path.iter().map(|part| match part {
            Part::Key(key) => key.clone(),
            Part::At(at) => at.to_string(),
        });
        let value = found(&mut self.sheet.clone(), &self.path).to_string();
        format!("{} {} ({value})", self.file, path.collect::<Vec<_>>().join("."))
    }

    /// The rule that its chart is for.
    pub(crate) fn rule(&self) -> &str {
        let chart = self.path.first().and_then(|part| match part {
            Part::Key(key) => self.sheet.get(key),
            Part::At(_) => None,
        });
        let rule = chart.and_then(|chart| chart.get("rule")).or(self.sheet.get("rule"));
        rule.and_then(Value::as_str).unwrap()
    }

    /// Whether it is a figure of this row or column.
    pub(crate) fn is_of(&self, row: &str) -> bool {
        self.path.contains(&Part::Key(row.to_owned()))
    }

    /// Whether it stands at this place of its row.
    pub(crate) fn is_at(&self, place: usize) -> bool {
        self.path.last() == Some(&Part::At(place))
    }

    /// The file with other values in its place.
    pub(crate) fn texts(&self) -> Vec<String> {
        let text = |other: &Value| {
            let mut sheet = self.sheet.clone();
            *found(&mut sheet, &self.path) = other.clone();
            toml::to_string(&sheet).unwrap()
        };
        self.others.iter().map(text).collect()
    }
}

fn found<'a>(sheet: &'a mut Value, path: &[Part]) -> &'a mut Value {
    path.iter().fold(sheet, |value, part| match part {
        Part::Key(key) => &mut value[key.as_str()],
        Part::At(at) => &mut value[*at],
    })
}

/// Every figure of a chart file.
pub(crate) fn of_file(file: DataFile) -> Vec<Figure> {
    let sheet: Value = toml::from_str(file.text).unwrap();
    let mut words = Vec::new();
    gather_words(&sheet, &mut words);
    let mut paths = Vec::new();
    walk(&sheet, &mut Vec::new(), &mut paths);
    let mut figures = Vec::new();
    for path in paths {
        let value = found(&mut sheet.clone(), &path).clone();
        let others = others(&value, &words);
        // Both numbers of a result such as "6(1)" are figures.
        let is_result = value.as_str().is_some_and(|text| text.contains('('));
        let each: Vec<Vec<Value>> = if is_result {
            others.chunks(2).map(<[Value]>::to_vec).collect()
        } else {
            vec![others]
        };
        figures.extend(each.into_iter().map(|others| Figure {
            file: file.name,
            sheet: sheet.clone(),
            path: path.clone(),
            others,
        }));
    }
    figures
}

fn walk(value: &Value, path: &mut Vec<Part>, into: &mut Vec<Vec<Part>>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                let is_about = ABOUT.contains(&key.as_str()) || key.ends_with("source");
                if is_about || HEADINGS.contains(&key.as_str()) {
                    continue;
                }
                path.push(Part::Key(key.clone()));
                walk(value, path, into);
                path.pop();
            }
        }
        Value::Array(array) => {
            for (at, value) in array.iter().enumerate() {
                path.push(Part::At(at));
                walk(value, path, into);
                path.pop();
            }
        }
        _ => into.push(path.clone()),
    }
}

/// The words that stand in a file where a figure could.
fn gather_words(value: &Value, into: &mut Vec<Value>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                if !ABOUT.contains(&key.as_str()) && !key.ends_with("source") {
                    gather_words(value, into);
                }
            }
        }
        Value::Array(array) => array.iter().for_each(|value| gather_words(value, into)),
        Value::String(_) if !into.contains(value) => into.push(value.clone()),
        _ => {}
    }
}

/// The values that a figure may have instead: the next ones, the other words of its file.
fn others(value: &Value, words: &[Value]) -> Vec<Value> {
    match value {
        Value::Integer(number) => {
            let near = [number + 1, number - 1, number + 2, number - 2];
            near.into_iter().map(Value::Integer).collect()
        }
        Value::Boolean(is) => vec![Value::Boolean(!is)],
        Value::String(text) if text.contains('(') => {
            let (attacker, defender) = text.trim_end_matches(')').split_once('(').unwrap();
            let [attacker, defender]: [u8; 2] =
                [attacker, defender].map(|one| one.parse().unwrap());
            let more_and_less = [
                (attacker + 1, defender),
                (attacker - 1, defender),
                (attacker, defender + 1),
                (attacker, defender - 1),
            ];
            more_and_less
                .map(|(attacker, defender)| Value::String(format!("{attacker}({defender})")))
                .to_vec()
        }
        // "P" of a hex that nobody may enter, "R" of a rally that fails: a number in its place.
        Value::String(text) if text == "P" || text == "R" => vec![Value::Integer(1)],
        Value::String(_) => words.iter().filter(|&word| word != value).cloned().collect(),
        _ => Vec::new(),
    }
}
