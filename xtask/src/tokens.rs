//! Rust cut into words, marks, texts and comments: enough to look for what the house forbids without
//! being fooled by a comment or a string.

/// A piece of source and the line it begins on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// What it is.
    pub kind: Kind,
    /// As written; a text without its quotes.
    pub text: &'a str,
    /// Counted from 1.
    pub line: usize,
}

/// The kinds of token that we tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An identifier, a keyword, a number or a lifetime.
    Word,
    /// A single sign, such as `!` or `{`.
    Mark,
    /// A string literal of any sort, or a character.
    Text,
    /// A comment with its slashes.
    Comment,
}

impl Token<'_> {
    /// Whether it is this word.
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text == word
    }

    /// Whether it is this sign.
    pub fn is_mark(&self, mark: &str) -> bool {
        self.kind == Kind::Mark && self.text == mark
    }
}

/// The source as tokens, comments among them.
pub fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let (length, token) = if first.is_whitespace() {
            (first.len_utf8(), None)
        } else {
            let (kind, length, text) = next(rest, first);
            (length, Some(Token { kind, text, line }))
        };
        found.extend(token);
        line += rest[..length].matches('\n').count();
        at += length;
    }
    found
}

/// The source as tokens, comments left out.
pub fn code(source: &str) -> Vec<Token<'_>> {
    let mut found = tokens(source);
    found.retain(|token| token.kind != Kind::Comment);
    found
}

/// The token at the start of `rest`: its kind, how long it is, and its text.
fn next(rest: &str, first: char) -> (Kind, usize, &str) {
    if rest.starts_with("//") {
        let length = rest.find('\n').unwrap_or(rest.len());
        return (Kind::Comment, length, &rest[..length]);
    }
    if rest.starts_with("/*") {
        let length = block_comment(rest);
        return (Kind::Comment, length, &rest[..length]);
    }
    if let Some((length, text)) = string(rest) {
        return (Kind::Text, length, text);
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if first == '\'' || is_word(first) {
        let quote = usize::from(first == '\'');
        let end = rest[quote..].find(|c| !is_word(c)).map_or(rest.len(), |end| end + quote);
        return (Kind::Word, end.max(1), &rest[..end.max(1)]);
    }
    let length = first.len_utf8();
    (Kind::Mark, length, &rest[..length])
}

/// The length of a block comment; they nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < rest.len() {
        match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth.saturating_sub(1), at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// A string or character literal at the start of `rest`: its length, and what it holds, with the
/// escapes as written.
fn string(rest: &str) -> Option<(usize, &str)> {
    let prefix = rest.find(|c| !matches!(c, 'b' | 'c' | 'r')).unwrap_or(0);
    let is_raw = matches!(&rest[..prefix], "r" | "br" | "cr");
    if !is_raw && !matches!(&rest[..prefix], "" | "b" | "c") {
        return None;
    }
    let body = &rest[prefix..];
    if is_raw {
        let hashes = body.find(|c| c != '#')?;
        let inner = body[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", &body[..hashes]);
        let length = inner.find(&end).unwrap_or(inner.len());
        let whole = (prefix + hashes + 1 + length + end.len()).min(rest.len());
        return Some((whole, &inner[..length]));
    }
    let quote = body.chars().next().filter(|&c| c == '"' || c == '\'')?;
    let inner = &body[1..];
    if quote == '\'' {
        // A lifetime has no quote after its first letter.
        let mut letters = inner.chars();
        if letters.next()? != '\\' && letters.next() != Some('\'') {
            return None;
        }
    }
    let mut escaped = false;
    let length = inner
        .find(|c| {
            let ends = c == quote && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        })
        .unwrap_or(inner.len());
    Some(((prefix + length + 2).min(rest.len()), &inner[..length]))
}

/// An attribute and the stretch of code it stands before.
#[derive(Debug)]
struct Attributed {
    /// Index of the `#`.
    start: usize,
    /// Index of the last token of the item.
    end: usize,
}

/// For each token of `code`, whether it stands in tests: in an item under `#[cfg(test)]` or `#[test]`.
pub fn in_tests(code: &[Token]) -> Vec<bool> {
    let mut marked = vec![false; code.len()];
    for Attributed { start, end } in test_items(code) {
        marked[start..=end].fill(true);
    }
    marked
}

fn test_items(code: &[Token]) -> Vec<Attributed> {
    let mut items = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let Some((body, after)) = attribute(code, at) else {
            at += 1;
            continue;
        };
        if is_for_tests(&code[body..after]) {
            let end =
                if code[at + 1].is_mark("!") { code.len() - 1 } else { item_end(code, after) };
            items.push(Attributed { start: at, end });
            at = end + 1;
        } else {
            at = after;
        }
    }
    items
}

/// The attribute at `at`, if there is one: where its body begins, and where the code goes on.
pub fn attribute(code: &[Token], at: usize) -> Option<(usize, usize)> {
    if !code.get(at)?.is_mark("#") {
        return None;
    }
    let open = if code.get(at + 1)?.is_mark("!") { at + 2 } else { at + 1 };
    if !code.get(open)?.is_mark("[") {
        return None;
    }
    Some((open + 1, closing(code, open) + 1))
}

fn is_for_tests(body: &[Token]) -> bool {
    match body {
        [word, close] => word.is_word("test") && close.is_mark("]"),
        [cfg, ..] if cfg.is_word("cfg") => {
            body.iter().any(|token| token.is_word("test"))
                && !body.iter().any(|token| token.is_word("not"))
        }
        _ => false,
    }
}

/// The last token of the item that begins at `at`: a semicolon or a closing brace.
fn item_end(code: &[Token], mut at: usize) -> usize {
    while let Some((_, after)) = attribute(code, at) {
        at = after;
    }
    while at < code.len() {
        match code[at].text {
            "{" if code[at].kind == Kind::Mark => return closing(code, at),
            ";" if code[at].kind == Kind::Mark => return at,
            "(" | "[" if code[at].kind == Kind::Mark => at = closing(code, at) + 1,
            _ => at += 1,
        }
    }
    code.len().saturating_sub(1)
}

/// The index of the bracket that closes the one at `open`.
pub fn closing(code: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in code.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" if token.kind == Kind::Mark => depth += 1,
            ")" | "]" | "}" if token.kind == Kind::Mark => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    code.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[(Kind, &str, usize)]) {
        let found: Vec<_> = tokens(source).iter().map(|t| (t.kind, t.text, t.line)).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn words_marks_texts_and_comments_are_told_apart() {
        use Kind::{Comment, Mark, Text, Word};
        check(
            "a.b() // c \"d\"\n/* e /* f */\n*/ \"g \\\" h\"",
            &[
                (Word, "a", 1),
                (Mark, ".", 1),
                (Word, "b", 1),
                (Mark, "(", 1),
                (Mark, ")", 1),
                (Comment, "// c \"d\"", 1),
                (Comment, "/* e /* f */\n*/", 2),
                (Text, "g \\\" h", 3),
            ],
        );
        check(
            "br#\"a\"b\"# r#if b\"c\"",
            &[(Text, "a\"b", 1), (Word, "r", 1), (Mark, "#", 1), (Word, "if", 1), (Text, "c", 1)],
        );
        check(
            r"'a '\'' 'b' brr x",
            &[(Word, "'a", 1), (Text, r"\'", 1), (Text, "b", 1), (Word, "brr", 1), (Word, "x", 1)],
        );
    }

    #[test]
    fn unfinished_source_does_not_trip_the_reader() {
        for source in ["\"a", "r#\"a", "'", "/* a", "#[cfg(test)] mod x {", "#[", "'\\", "r", "é'é"]
        {
            let code = code(source);
            in_tests(&code);
        }
    }

    #[test]
    fn items_for_tests_are_marked_to_their_end() {
        let code = code(
            "fn a() {} #[cfg(test)] #[allow(x)] mod t { fn b() {} } fn c() {}
             #[test] fn d(x: [u8; 2]) { e } #[cfg(not(test))] fn f() {} #[cfg(test)] mod g; fn h() {}",
        );
        let marked = in_tests(&code);
        let tested = |name: &str| marked[code.iter().position(|t| t.is_word(name)).unwrap()];
        assert_eq!(["a", "c", "f", "h"].map(tested), [false; 4]);
        assert_eq!(["b", "d", "e", "g"].map(tested), [true; 4]);
    }
}
