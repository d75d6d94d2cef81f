//! Source code that builds a descriptor with shifts and ors, line by line: `d |= (uint64_t)((8 * 64) >> 4) << 32;`.

use std::ops::Range;

use crate::calls::call::is_name;
use crate::code::comments::without_comments;
use crate::code::expression::{Value, Variable, evaluated_with};
use crate::code::loops::end_of;
use crate::numbers::operands::is_instruction;
use swizzle_core::hardware::Arch;

/// The value that a text builds.
pub(crate) struct Built {
    /// The variable that has it.
    pub(crate) name: String,
    pub(crate) value: Value,
    /// Names that the text does not explain.
    pub(crate) unknown: Vec<String>,
}

/// Statements that are looked at: more than any function that builds a descriptor has.
const BUILT_STATEMENTS_MAX: usize = 512;

/// Whether a text is about bits that are put together.
pub(crate) fn is_one(text: &str) -> bool {
    text.contains("<<") || text.contains("|=")
}

/// The 64 bits that a text puts together; none where it does not. Statements that add to a variable are left out: they walk.
pub(crate) fn built(text: &str) -> Option<Built> {
    let variables = variables(&without_comments(text));
    let is_descriptor = |variable: &&Variable| {
        let high = variable.value.bits >> 32 != 0;
        let is_one = variable.is_or || is_instruction(&variable.name);
        high || is_one && variable.value.bits != 0
    };
    let of_words = || words(&variables).map(|(value, unknown)| (value, unknown, String::new()));
    let parts = |one: &Variable| (one.value, one.unknown.clone(), one.name.clone());
    // The result is the variable that is returned or assigned last.
    let whole = variables.iter().rev().find(is_descriptor).map(parts);
    let (value, mut unknown, name) = match whole {
        Some(whole) if whole.0.bits >> 32 != 0 || is_instruction(&whole.2) => whole,
        _ => of_words().or(whole)?,
    };
    unknown.sort();
    unknown.dedup();
    Some(Built {
        name,
        value,
        unknown,
    })
}

/// A descriptor of two words: `desc.lo = …; desc.hi = …;`, `reg32_[0]` and `reg32_[1]`, or any names that end so.
fn words(variables: &[Variable]) -> Option<(Value, Vec<String>)> {
    let ends = |variable: &&Variable, ends: [&str; 4]| {
        let name = &*variable.name;
        ends.iter().any(|end| {
            let before = name.strip_suffix(end);
            before.is_some_and(|before| !before.ends_with(|c: char| c.is_ascii_alphanumeric()))
        })
    };
    let low = variables.iter().rev();
    let low = low
        .clone()
        .find(|one| ends(one, ["lo", "low", "[0]", "x"]))?;
    let mut high = variables.iter().rev();
    let high = high.find(|one| ends(one, ["hi", "high", "[1]", "y"]))?;
    let half = u64::from(u32::MAX);
    let value = Value {
        bits: high.value.bits << 32 | low.value.bits & half,
        known: high.value.known << 32 | low.value.known & half,
    };
    let unknown = [&low.unknown[..], &high.unknown[..]].concat();
    (value.bits != 0).then_some((value, unknown))
}

/// Returns the variables that the statements of a text without comments set. Where the text calls a function that it
/// defines, the function's body counts for that call alone.
pub(crate) fn variables(text: &str) -> Vec<Variable> {
    let statements = statements(text);
    let functions = functions(&statements);
    let is_body = |at: usize| functions.iter().any(|one| one.all.contains(&at));
    let is_called = calls_own(text);
    let mut run = Run::of(&functions, CALLS_MAX);
    for (at, statement) in statements.iter().enumerate().take(BUILT_STATEMENTS_MAX) {
        if !is_called || !is_body(at) {
            run.statement(statement);
        }
    }
    run.variables
}

/// The value of the last variable that a text sets.
pub(crate) fn low_value(text: &str) -> Option<Value> {
    variables(&without_comments(text))
        .last()
        .map(|one| one.value)
}

/// The functions that a text defines.
pub(crate) fn own_functions(text: &str) -> Vec<&str> {
    let all = functions(&statements(text));
    all.into_iter().map(|one| one.name).collect()
}

/// Whether a text without comments calls a function that it defines.
pub(crate) fn calls_own(text: &str) -> bool {
    let statements = statements(text);
    let functions = functions(&statements);
    let is_body = |at: usize| functions.iter().any(|one| one.all.contains(&at));
    (0..statements.len()).filter(|at| !is_body(*at)).any(|at| {
        let text = statements[at].text;
        functions.iter().any(|one| text.contains(one.name))
    })
}

/// Calls of functions of a text that are followed, one inside another and all in all.
const CALLS_MAX: [u32; 2] = [4, 256];

/// The values of a text, statement by statement.
struct Run<'f, 't> {
    functions: &'f [Function<'t>],
    calls_left: [u32; 2],
    variables: Vec<Variable>,
    is_declared: Vec<bool>,
    /// Of each open brace: whether its statements run, as far as is known.
    branches: Vec<Option<bool>>,
    /// The same of each block of Python, with the column of its head.
    blocks: Vec<(usize, Option<bool>)>,
    /// The same of the branch before.
    last: Option<bool>,
    is_done: bool,
}

impl<'f, 't> Run<'f, 't> {
    fn of(functions: &'f [Function<'t>], calls_left: [u32; 2]) -> Self {
        Run {
            functions,
            calls_left,
            variables: Vec::new(),
            is_declared: Vec::new(),
            branches: Vec::new(),
            blocks: Vec::new(),
            last: Some(true),
            is_done: false,
        }
    }

    /// The value of an expression, in which functions of the text may be called.
    fn value(&mut self, text: &str, names: &mut Vec<String>) -> Option<Value> {
        let (functions, mut calls_left) = (self.functions, self.calls_left);
        let mut call = |name: &str, arguments: &[Value]| {
            let bare = name.split('<').next().unwrap_or(name);
            let bare = bare.rsplit([':', '.']).next().unwrap_or(bare);
            let function = functions.iter().find(|one| one.name == bare)?;
            let [depth, all] = &mut calls_left;
            *all = all.checked_sub(1)?;
            let (value, left) =
                function.called(arguments, [depth.checked_sub(1)?, *all], functions)?;
            *all = left;
            Some(value)
        };
        let value = evaluated_with(text, &self.variables, names, &mut call);
        self.calls_left[1] = calls_left[1];
        value
    }

    fn statement(&mut self, statement: &Statement<'_>) {
        let indent = indent(statement.text);
        while self
            .blocks
            .last()
            .is_some_and(|(outer, _)| indent <= *outer)
        {
            self.last = self.blocks.pop().and_then(|(_, is_run)| is_run);
        }
        let opens = statement.end == b'{';
        let (is_run, rest) = self.branch(statement.text.trim(), opens);
        if opens {
            self.branches.push(is_run);
        } else if rest.is_empty() && statement.text.trim_end().ends_with(':') {
            self.blocks.push((indent, is_run));
        } else {
            let blocks = self.blocks.iter().map(|(_, is_run)| *is_run);
            let around = self
                .branches
                .iter()
                .copied()
                .chain(blocks)
                .fold(Some(true), both);
            let is_run = both(around, is_run);
            if is_run != Some(false) && !self.is_done {
                self.assign(rest, is_run.is_none());
            }
        }
        if statement.end == b'}' {
            self.last = self.branches.pop().flatten();
        }
    }

    /// Whether a statement runs, as far as its condition is known, and what is left of it: C's `if (a) b`, Rust's `if a {` and
    /// Python's `if a:`, of which nothing is left.
    fn branch<'s>(&mut self, text: &'s str, opens: bool) -> (Option<bool>, &'s str) {
        let word = |text: &'s str, word: &str| {
            let rest = text.strip_prefix(word)?;
            (!rest.starts_with(is_name)).then(|| rest.trim_start())
        };
        let after_else = word(text, "else").or_else(|| {
            text.strip_prefix("el")
                .filter(|rest| word(rest, "if").is_some())
        });
        let (not_last, rest) = match after_else {
            Some(rest) => (self.last.map(|last| !last), rest),
            None => (Some(true), text),
        };
        let rest = if rest == ":" { "" } else { rest };
        // `let d = if a { b } else { c }`
        let inner = opens
            .then(|| rest.rfind("= if ").map(|at| &rest[at + 2..]))
            .flatten();
        let Some(condition) = word(inner.unwrap_or(rest), "if") else {
            return (not_last, rest);
        };
        let condition = word(condition, "constexpr").unwrap_or(condition);
        let (inside, rest) = match bracketed(condition) {
            Some((inside, rest)) if !rest.starts_with(['=', '&', '|', '<', '>', '!']) => {
                (inside, rest)
            }
            _ if opens => (condition, ""),
            _ => match condition.strip_suffix(':') {
                Some(condition) => (condition, ""),
                None => return (not_last, rest),
            },
        };
        let value = self
            .value(inside, &mut Vec::new())
            .and_then(Value::constant);
        self.last = value.map(|value| value != 0);
        let rest = if rest == ":" { "" } else { rest };
        (both(not_last, self.last), rest)
    }

    fn assign(&mut self, statement: &str, is_doubtful: bool) {
        let (name, operation, right) = taken_apart(statement);
        let at = self.variables.iter().position(|known| known.name == name);
        let mut names = Vec::new();
        let Some(value) = self.value(right, &mut names) else {
            return;
        };
        let before = at.map(|at| self.variables[at].value);
        let mut value = match (operation, before) {
            (Operation::Set, _) => value,
            // Lines without a declaration set the fields that they touch.
            (Operation::Or, Some(before)) if !self.is_declared[at.unwrap_or(0)] => {
                with_fields(before, of_touched_fields(value))
            }
            (Operation::Or, Some(before)) => before.or(value),
            (Operation::Or, None) => of_touched_fields(value),
            (Operation::Add, _) => return,
        };
        if is_doubtful {
            value = before.unwrap_or(Value::of(0)).or_either(value);
        }
        let is_or = operation == Operation::Or;
        match at {
            Some(at) => {
                self.is_declared[at] |= operation == Operation::Set;
                let variable = &mut self.variables[at];
                variable.value = value;
                variable.is_or |= is_or;
                variable.unknown.append(&mut names);
            }
            None => {
                self.is_declared.push(operation == Operation::Set);
                self.variables.push(Variable {
                    name: name.into(),
                    value,
                    is_or,
                    unknown: names,
                });
            }
        }
    }
}

/// Columns before a statement on its line.
fn indent(text: &str) -> usize {
    let line = text.trim_start_matches(['\n', '\r']);
    line.len() - line.trim_start().len()
}

/// Whether two conditions hold, as far as they are known.
fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        _ => one.and(other),
    }
}

/// The inside of the brackets that a text begins with, and what follows.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('(')?;
    let end = end_of(inside, |b| b == b')')?;
    Some((&inside[..end], inside[end + 1..].trim_start()))
}

/// A function of the text.
struct Function<'t> {
    name: &'t str,
    parameters: Vec<&'t str>,
    body: Vec<Statement<'t>>,
    /// Its statements among those of the text, with its head.
    all: Range<usize>,
}

impl<'t> Function<'t> {
    /// The value that it returns, and the calls that are left.
    fn called(
        &self,
        arguments: &[Value],
        calls_left: [u32; 2],
        functions: &[Function<'t>],
    ) -> Option<(Value, u32)> {
        let mut run = Run::of(functions, calls_left);
        for (name, value) in self.parameters.iter().zip(arguments) {
            run.is_declared.push(true);
            run.variables.push(Variable {
                name: (*name).into(),
                value: *value,
                is_or: false,
                unknown: Vec::new(),
            });
        }
        for statement in &self.body {
            let is_return = statement.text.trim_start().starts_with("return");
            run.statement(statement);
            run.is_done |= is_return && run.branches.iter().all(|one| *one == Some(true));
        }
        let returned = run.variables.iter().find(|one| one.name == "return");
        Some((returned?.value, run.calls_left[1]))
    }
}

/// The functions that statements define: `uint64_t f(int x) { … }`, `fn f(x: u64) -> u64 { … }`, `auto f = [](int x) { … }`,
/// `def f(x):` with the lines that are indented more, `#define f(x) …`.
fn functions<'t>(statements: &[Statement<'t>]) -> Vec<Function<'t>> {
    let mut all: Vec<Function<'t>> = Vec::new();
    let mut at = 0;
    while at < statements.len() && all.len() < FUNCTIONS_MAX {
        let start = at;
        let head = statements[at].text.trim_start();
        at += 1;
        let is_macro = head.starts_with("#define");
        let Some((name, parameters, rest)) = signature(head) else {
            continue;
        };
        let body: Vec<Statement<'t>> = if is_macro {
            Vec::from([Statement {
                text: rest,
                end: b';',
            }])
        } else if statements[start].end == b'{' {
            let mut depth = 1_u32;
            let length = statements[at..].iter().position(|one| {
                match one.end {
                    b'{' => depth += 1,
                    b'}' => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            at += length.map_or(statements.len() - at, |length| length + 1);
            statements[start + 1..at].to_vec()
        } else if head.starts_with("def ") && rest.ends_with(':') {
            let least = indent(statements[start].text);
            let is_inside = |one: &&Statement<'_>| indent(one.text) > least;
            at += statements[at..].iter().take_while(is_inside).count();
            statements[start + 1..at].to_vec()
        } else {
            continue;
        };
        all.push(Function {
            name,
            parameters,
            body,
            all: start..at,
        });
    }
    all
}

/// Functions of a text that are looked at.
const FUNCTIONS_MAX: usize = 16;

/// Name and parameters of a function's head, and what follows.
fn signature(head: &str) -> Option<(&str, Vec<&str>, &str)> {
    const OTHERS: [&str; 6] = ["if", "for", "while", "switch", "else", "do"];
    let (open, name) = match head
        .find("[](")
        .or_else(|| head.find("[&]("))
        .or_else(|| head.find("[=]("))
    {
        Some(lambda) => (
            head[lambda..].find('(')? + lambda,
            head[..lambda].trim_end().strip_suffix('=')?.trim_end(),
        ),
        None => {
            let open = head.find('(')?;
            (open, &head[..open])
        }
    };
    let name = &name[name.trim_end_matches(is_name).len()..];
    let (inside, rest) = bracketed(&head[open..])?;
    let parameter = |text| {
        let (text, _) = str::split_once(text, '=').unwrap_or((text, ""));
        let text = text
            .split_once(": ")
            .map_or(text, |(name, _)| name)
            .trim_end();
        &text[text.trim_end_matches(is_name).len()..]
    };
    let is_one = !name.is_empty()
        && !OTHERS.contains(&name)
        && !name.starts_with(|c: char| c.is_ascii_digit());
    is_one.then(|| {
        (
            name,
            inside.split(',').map(parameter).collect(),
            rest.trim_end(),
        )
    })
}

/// Start, LBO, SBO, base offset and swizzle: a field with any bit set is specified as a whole.
const FIELDS: [(u32, u32); 5] = [(0, 14), (16, 14), (32, 14), (49, 3), (61, 3)];

fn of_touched_fields(value: Value) -> Value {
    let mut known = 0;
    for (low, width) in FIELDS {
        let mask = ((1 << width) - 1) << low;
        if value.bits & mask != 0 {
            known |= mask & value.known;
        }
    }
    let outside = FIELDS.iter().fold(u64::MAX, |outside, (low, width)| {
        outside & !(((1 << width) - 1) << low)
    });
    Value {
        bits: value.bits,
        known: known | value.bits & outside,
    }
}

/// Adds the fields of one more line to the bits known before.
fn with_fields(before: Value, more: Value) -> Value {
    Value {
        bits: before.bits | more.bits,
        known: before.known | more.known,
    }
}

/// The architecture that the place of the swizzle's code says: tcgen05 has three bits at 61, wgmma two at 62.
pub(crate) fn arch_of_shift(text: &str) -> Option<Arch> {
    let shifts = text.match_indices("<<").map(|(at, _)| {
        let by = text[at + 2..].trim_start().trim_start_matches('(');
        let end = by.find(|c: char| !c.is_ascii_digit()).unwrap_or(by.len());
        &by[..end]
    });
    shifts
        .filter_map(|by| match by {
            "61" => Some(Arch::Tcgen05),
            "62" => Some(Arch::Wgmma),
            _ => None,
        })
        .next()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Set,
    Or,
    Add,
}

/// A statement, and the sign that ends it.
#[derive(Clone, Copy)]
struct Statement<'t> {
    text: &'t str,
    end: u8,
}

/// The statements of a text: up to a semicolon, a brace, or a line end that is inside of no bracket and behind no operator.
fn statements(text: &str) -> Vec<Statement<'_>> {
    let bytes = text.as_bytes();
    let (mut all, mut start, mut depth) = (Vec::new(), 0, 0_u32);
    for (i, b) in bytes.iter().enumerate() {
        let is_end = match b {
            b'(' | b'[' => {
                depth += 1;
                false
            }
            b')' | b']' => {
                depth = depth.saturating_sub(1);
                false
            }
            b';' | b'{' | b'}' => {
                depth = 0;
                true
            }
            // `d = 1, e = 2`
            b',' if depth == 0 => is_set(&text[i + 1..]) && text[start..i].contains('='),
            b'\n' if depth == 0 => {
                let goes_on = |b: Option<&u8>| b.is_some_and(|b| b"|&^+*=<>\\,".contains(b));
                let before = text[start..i].trim_end().as_bytes().last();
                let next = bytes[i + 1..]
                    .iter()
                    .take(256)
                    .find(|b| !b.is_ascii_whitespace());
                !goes_on(before) && !goes_on(next)
            }
            _ => false,
        };
        if is_end {
            all.push(Statement {
                text: &text[start..i],
                end: *b,
            });
            start = i + 1;
        }
    }
    all.push(Statement {
        text: &text[start..],
        end: b'\n',
    });
    all.retain(|one| !one.text.trim().is_empty() || matches!(one.end, b'{' | b'}'));
    all
}

/// Whether a text begins with a name that is assigned to.
fn is_set(text: &str) -> bool {
    let name = text.trim_start();
    let behind = name.trim_start_matches(is_name).trim_start();
    name.starts_with(is_name) && behind.starts_with('=') && !behind.starts_with("==")
}

/// The variable, what is done to it, and with what.
fn taken_apart(statement: &str) -> (&str, Operation, &str) {
    if let Some(defined) = statement.trim_start().strip_prefix("#define") {
        let defined = defined.trim();
        let end = defined.find(|c| !is_name(c)).unwrap_or(defined.len());
        return (&defined[..end], Operation::Set, &defined[end..]);
    }
    let bytes = statement.as_bytes();
    for (i, b) in bytes.iter().enumerate() {
        let is_equal = *b == b'='
            && bytes.get(i + 1) != Some(&b'=')
            && !(i > 0 && matches!(bytes[i - 1], b'=' | b'!' | b'<' | b'>'));
        if !is_equal {
            continue;
        }
        let (operation, end) = match i.checked_sub(1).map(|before| bytes[before]) {
            Some(b'|') => (Operation::Or, i - 1),
            Some(b'+' | b'-' | b'&' | b'^' | b'*' | b'/' | b'%') => (Operation::Add, i - 1),
            _ => (Operation::Set, i),
        };
        let left = statement[..end].trim_end();
        let is_name =
            |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '>' | '-' | '[' | ']');
        let start = left.trim_end_matches(is_name).len();
        return (&left[start..], operation, &statement[i + 1..]);
    }
    let right = statement.trim();
    let right = right.strip_prefix("return").unwrap_or(right);
    ("return", Operation::Set, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(text: &str) -> (u64, u64) {
        let built = built(text).unwrap_or_else(|| panic!("{text}"));
        (built.value.bits, !built.value.known)
    }

    #[test]
    fn expressions_of_kernels() {
        let fast_cu = "
            __device__ static inline uint64_t matrix_descriptor_encode(uint64_t x) { return (((x) & 0x3FFFF) >> 0x4); }
            __device__ uint64_t make_smem_desc(bf16* ptr) {
                uint32_t addr = static_cast<uint32_t>(__cvta_generic_to_shared(ptr));
                uint64_t desc = 0x0000000000000000;
                desc |= matrix_descriptor_encode(addr);
                desc |= matrix_descriptor_encode((uint64_t)16) << 16;
                desc |= matrix_descriptor_encode((uint64_t)1024) << 32;
                desc |= 1llu << 62; // 128B swizzle
                return desc;
            }";
        assert_eq!(known(fast_cu), (0x4000_0040_0001_0000, 0x3fff));
        for (text, bits, open) in [
            (
                "(1ull << 62) | (uint64_t(64) << 32) | (1 << 16) | 0x40",
                0x4000_0040_0001_0040,
                0,
            ),
            (
                "uint64_t d = 0;\nd |= (uint64_t)((8 * 64) >> 4) << 32;\nd |= (1024 & 0x3FFFF) >> 4;",
                0x20_0000_0040,
                0,
            ),
            (
                "let desc: u64 = (1u64 << 62) | ((1024u32 as u64 >> 4) << 32) | 1 << 16;",
                0x4000_0040_0001_0000,
                0,
            ),
            (
                "desc = (2 << 61) | (1 << 46) | (64 << 32) | ((addr & 0x3FFFF) >> 4)",
                0x4000_4040_0000_0000,
                0x3fff,
            ),
            (
                "uint64_t const desc = ((uint64_t)1 << 62)\n    | ((uint64_t)(sbo >> 4) << 32)\n    | 1;",
                0x4000_0000_0000_0001,
                0x3fff << 32,
            ),
        ] {
            assert_eq!(known(text), (bits, open), "{text}");
        }
    }

    #[test]
    fn a_line_alone_sets_its_fields() {
        let (bits, open) = known("d |= (uint64_t)((8 * 64) >> 4) << 32;");
        assert_eq!((bits, open), (0x20_0000_0000, !(0x3fff << 32)));
    }

    #[test]
    fn a_mask_is_no_descriptor() {
        for text in [
            "x & 0x3FFF",
            "return (((x) & 0x3FFFF) >> 0x4);",
            "1 << 5",
            "a << b",
        ] {
            assert!(built(text).is_none(), "{text}");
        }
    }

    #[test]
    fn depth_is_no_danger() {
        for text in [
            "(".repeat(100_000) + "1" + &")".repeat(100_000) + " << 62",
            "~".repeat(100_000) + "1 << 62",
        ] {
            assert_eq!(built(&text).map(|built| built.value.bits), Some(1 << 62));
        }
    }
}
