//! Citations: the book, the number, and the refusal that names them.

use std::borrow::Cow;
use std::fmt;

/// A rulebook, known by the numbers printed in it. Books live in static memory; `diadem-books` makes
/// ours from `assets/rules/`.
#[derive(Debug)]
pub struct Book {
    /// The short name used in citations, such as `GBA`.
    pub name: &'static str,
    /// Every number of the book, in its order.
    pub numbers: &'static [&'static str],
}

impl Book {
    /// The rule with this number, if the book has it.
    pub fn find(&'static self, number: &str) -> Option<Rule> {
        let index = self.numbers.iter().position(|&known| known == number)?;
        Some(Rule { book: self, index: index as u16 })
    }
}

/// One numbered rule of one book: `Alexandros 10.12`.
#[derive(Clone, Copy)]
pub struct Rule {
    book: &'static Book,
    index: u16,
}

impl Rule {
    /// The rule with this number; meant for constants, through [`rule!`](crate::rule), where a number
    /// that the book does not have stops the compiler.
    ///
    /// # Panics
    /// When the book has no such number.
    pub const fn cited(book: &'static Book, number: &str) -> Rule {
        let mut index = 0;
        while index < book.numbers.len() {
            if same_text(book.numbers[index], number) {
                return Rule { book, index: index as u16 };
            }
            index += 1;
        }
        panic!("the book has no rule of this number")
    }

    /// The book it stands in.
    pub fn book(self) -> &'static Book {
        self.book
    }

    /// Its number as printed.
    pub fn number(self) -> &'static str {
        self.book.numbers[usize::from(self.index)]
    }
}

/// `==` for strings, in constants.
const fn same_text(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.index == other.index && self.book.name == other.book.name
    }
}

impl Eq for Rule {}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.book.name, self.number())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A [`Rule`] constant: `rule!(ALEXANDROS, "10.12")`. The compiler looks the number up in the book.
#[macro_export]
macro_rules! rule {
    ($book:expr, $number:literal) => {
        const { $crate::Rule::cited(&$book, $number) }
    };
}

/// Why an action is not allowed: the rule that forbids it and a sentence a player understands.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{sentence} ({rule})")]
pub struct Illegal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// What is wrong, in words.
    pub sentence: Cow<'static, str>,
}

impl Illegal {
    /// A refusal by this rule.
    pub fn by(rule: Rule, sentence: impl Into<Cow<'static, str>>) -> Illegal {
        Illegal { rule, sentence: sentence.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static PRIMER: Book = Book { name: "Primer", numbers: &["1.0", "1.1", "10.1"] };

    #[test]
    fn a_rule_is_cited_by_book_and_number() {
        let rule = rule!(PRIMER, "10.1");
        assert_eq!(rule.to_string(), "Primer 10.1");
        assert_eq!(PRIMER.find("10.1"), Some(rule));
        assert_eq!(PRIMER.find("10"), None);
        assert_eq!(
            Illegal::by(rule, "The pass is snowed in.").to_string(),
            "The pass is snowed in. (Primer 10.1)"
        );
    }
}
