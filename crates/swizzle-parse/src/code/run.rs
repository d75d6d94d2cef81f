//! Statements that are run one after the other, with the functions that the text defines and the branches that it takes.

use std::ops::Range;

use crate::calls::call::is_name;
use crate::code::expression::{Value, Variable, constant, evaluated_with};
use crate::code::statement::{Operation, Statement, bracketed, indent, taken_apart};

/// Calls of functions of a text that are followed, one inside another and all in all.
pub(super) const CALLS_MAX: [u32; 2] = [4, 256];

/// The values of a text, statement by statement.
pub(super) struct Run<'f, 't> {
    functions: &'f [Function<'t>],
    calls_left: [u32; 2],
    pub(super) variables: Vec<Variable>,
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
    pub(super) fn of(functions: &'f [Function<'t>], calls_left: [u32; 2]) -> Self {
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
            let given = name.split_once('<').map_or("", |(_, given)| given);
            let given = given.trim_end_matches('>').split(',');
            let mut given: Vec<Value> = given.map_while(constant).map(Value::of).collect();
            // What the call leaves to be deduced is not known.
            given.resize(function.template, Value { bits: 0, known: 0 });
            given.extend(arguments);
            let (value, left) =
                function.called(&given, [depth.checked_sub(1)?, *all], functions)?;
            *all = left;
            Some(value)
        };
        let value = evaluated_with(text, &self.variables, names, &mut call);
        self.calls_left[1] = calls_left[1];
        value
    }

    pub(super) fn statement(&mut self, statement: &Statement<'_>) {
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

/// Whether two conditions hold, as far as they are known.
pub(super) fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        _ => one.and(other),
    }
}

/// A function of the text.
pub(super) struct Function<'t> {
    pub(super) name: &'t str,
    /// Those of its template before those in brackets.
    parameters: Vec<&'t str>,
    template: usize,
    body: Vec<Statement<'t>>,
    /// Its statements among those of the text, with its head.
    pub(super) all: Range<usize>,
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
pub(super) fn functions<'t>(statements: &[Statement<'t>]) -> Vec<Function<'t>> {
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
        let mut template = template_parameters(head);
        let count = template.len();
        template.extend(parameters);
        all.push(Function {
            name,
            parameters: template,
            template: count,
            body,
            all: start..at,
        });
    }
    all
}

/// Functions of a text that are looked at.
pub(super) const FUNCTIONS_MAX: usize = 16;

/// The names in `template <int A, bool B = true>` before a function.
fn template_parameters(head: &str) -> Vec<&str> {
    let inside = head.strip_prefix("template").map(str::trim_start);
    let inside = inside.and_then(|rest| rest.strip_prefix('<')?.split('>').next());
    inside.map_or(Vec::new(), |inside| {
        inside.split(',').map(last_name).collect()
    })
}

/// The last name of a parameter, without its default: `x` of `int x = 3`.
fn last_name(text: &str) -> &str {
    let (text, _) = text.split_once('=').unwrap_or((text, ""));
    let text = text.trim_end();
    &text[text.trim_end_matches(is_name).len()..]
}

/// Name and parameters of a function's head, and what follows.
pub(super) fn signature(head: &str) -> Option<(&str, Vec<&str>, &str)> {
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
pub(super) const FIELDS: [(u32, u32); 5] = [(0, 14), (16, 14), (32, 14), (49, 3), (61, 3)];

pub(super) fn of_touched_fields(value: Value) -> Value {
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
pub(super) fn with_fields(before: Value, more: Value) -> Value {
    Value {
        bits: before.bits | more.bits,
        known: before.known | more.known,
    }
}
