//! What the tree of a text comes to: its values and its statements.

use crate::prelude::*;
use swizzle_expression::Binary;
pub(crate) use swizzle_expression::tree;
use swizzle_ptx::known::ones;

// An expression of C, Rust or Python over whole numbers: `(uint64_t)((8 * 64) >> 4) << 32`.
//
// Each value records which of its bits are known: a name that the text does not explain, such as the address, leaves open only
// the bits that it can reach.

/// A name that nothing explains: an address or a size of shared memory, so far as is known.
const UNKNOWN: Known = Known::below(ADDRESS_BYTES.trailing_zeros());

/// Shifted by a distance; by one that is not known, or that is too far, nothing is known.
fn shifted(value: Known, by: Known, shift: fn(Known, u32) -> Known) -> Known {
    match by.number() {
        Some(by @ 0..64) => shift(value, by as u32),
        _ => Known::NOTHING,
    }
}

/// Moved up to a field of the descriptor, what nothing explains has no bits beyond it: nobody writes those.
fn moved_up(value: Known, by: Known) -> Known {
    let mut fields = FIELDS.iter();
    match fields.find(|(low, _)| by.number() == Some(u64::from(*low))) {
        Some((low, width)) if value == UNKNOWN => Known::below(*width).left(*low),
        _ => shifted(value, by, Known::left),
    }
}

/// What ors of a line without a declaration say: each field with any bit set as a whole, over the bits known before.
fn with_fields(value: Known, more: Known) -> Known {
    let masks = SET_FIELDS.map(|(low, width)| ones(width) << low);
    let touched =
        masks.iter().filter(|mask| more.bits & **mask != 0).fold(0, |all, mask| all | mask & more.mask);
    let outside = masks.iter().fold(more.bits, |outside, mask| outside & !mask);
    Known { bits: value.bits | more.bits, mask: value.mask | touched | outside }
}

/// The value of one expression without names, such as an increment.
pub(crate) fn constant(text: &str) -> Option<u64> {
    evaluated(text, &[], &mut Vec::new())?.number()
}

/// The number that an expression of C, Rust or Python comes to, in 64 bits that wrap: `144708608 | 1<<29`, `(1U << 4U)`, `8 * 128`.
///
/// # Errors
/// Names what is not known in it, or says that it is not an expression.
///
/// ```
/// use swizzle_parse::number_from_expression;
/// assert_eq!(number_from_expression("144708608 | 1<<29 | 1<<4"), Ok(0x28a0_1410));
/// assert_eq!(number_from_expression("(uint64_t)(1024 >> 4) << 32"), Ok(64 << 32));
/// assert_eq!(number_from_expression("-2"), Ok(u64::MAX - 1));
/// assert_eq!(number_from_expression("8 * rows").unwrap_err(), "“rows” is unknown: replace it by its number");
/// ```
pub fn number_from_expression(text: &str) -> Result<u64, String> {
    let mut unknown = Vec::new();
    let value = evaluated(text.trim().trim_end_matches(';'), &[], &mut unknown);
    match (value.map(Known::number), unknown.first()) {
        (Some(Some(number)), _) => Ok(number),
        (Some(None), Some(name)) => Err(format!("“{}” is unknown: replace it by its number", quoted(name))),
        _ => Err(format!("“{}” is not a number or a numeric expression", quoted(text))),
    }
}

/// A variable that the text has set.
#[derive(Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) value: Known,
    pub(crate) is_or: bool,
    /// Whether a statement sets all of it.
    pub(crate) is_declared: bool,
    /// Whether it is put together, and whether another one is of it.
    pub(crate) is_built: bool,
    pub(crate) is_part: bool,
    pub(crate) unknown: Vec<String>,
}

impl Variable {
    /// A number.
    pub(crate) fn known(name: &str, value: u64) -> Self {
        Self::of(name, Known::exact(value))
    }

    /// Whether it is a descriptor that no other variable is made of.
    pub(crate) const fn is_descriptor(&self) -> bool {
        self.is_built && !self.is_part && self.value.bits >> 32 != 0
    }

    /// One that is set to a value.
    pub(crate) fn of(name: &str, value: Known) -> Self {
        let (name, unknown) = (name.into(), Vec::new());
        Self { name, value, is_or: false, is_declared: true, is_built: false, is_part: false, unknown }
    }
}

/// The value of an expression, and the names in it that nothing explains; none if it is not such an expression.
pub(crate) fn evaluated(text: &str, variables: &[Variable], unknown: &mut Vec<String>) -> Option<Known> {
    match &tree(text)[..] {
        [row] => value(row.only()?, variables, unknown),
        _ => None,
    }
}

/// The value of an argument, or the name that nothing in the text explains, or else the argument itself.
pub(crate) type Read<T> = Result<T, String>;

/// The number of an argument: an expression over what the text sets, or a truth value.
pub(crate) fn number_or_name(text: &str, variables: &[Variable]) -> Read<u64> {
    match text {
        "true" | "True" | "%true" => return Ok(1),
        "false" | "False" | "%false" | "None" | "nullptr" => return Ok(0),
        _ => {}
    }
    // An attribute of MLIR has its type behind it.
    let text = text.split(" : ").next().unwrap_or(text);
    // MLIR names a constant after its value: `%c64`, `%c1_i32`.
    if let Some(digits) = text.strip_prefix("%c") {
        let digits = digits.split('_').next().unwrap_or(digits);
        if let Ok(value) = digits.parse() {
            return Ok(value);
        }
    }
    let mut names = Vec::new();
    match evaluated(text, variables, &mut names) {
        Some(Known { mask: u64::MAX, bits }) => Ok(bits),
        _ if names.is_empty() || text.starts_with('%') => Err(text.into()),
        _ => Err(names.swap_remove(0)),
    }
}

/// The number in a type or a value of CuTe: `Int<8>`, `C<8>{}`.
pub(crate) fn of_constant<'t>(node: &'t Node<'t>) -> Option<&'t Node<'t>> {
    if let Some((of, [])) = node.called('{') {
        return of_constant(of).or(Some(of));
    }
    let (of, rows) = node.called('<')?;
    is_in("Int C", last_name(of.text)).then(|| rows.first()?.only())?
}

/// The same of a node.
pub(crate) fn value(node: &Node<'_>, variables: &[Variable], unknown: &mut Vec<String>) -> Option<Known> {
    let called: &mut Called<'_> = &mut |_, _| None;
    Evaluator { variables, unknown, called }.value(node)
}

/// The value of a call of a function of the text.
type Called<'v> = dyn FnMut(&str, &[Known]) -> Option<Known> + 'v;

/// Bits that a type keeps.
fn mask_of(name: &str) -> Known {
    let widths = [("16", 0xffff), ("32", 0xffff_ffff), ("8", 0xff)];
    let width = widths.iter().find(|(width, _)| name.contains(width));
    Known::exact(width.map_or(u64::MAX, |(_, mask)| *mask))
}

/// The bytes of a type of elements: `sizeof(half)`.
fn size(name: &str) -> Option<Known> {
    let inside = name.strip_prefix("sizeof")?.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let last = inside.rsplit(':').next().unwrap_or(inside);
    let bits = element_from_word(last)?.slot_bits();
    Some(Known::exact(u64::from(bits.div_ceil(8))))
}

/// Start, LBO, SBO, base offset and swizzle: a field with any bit set is specified as a whole.
const SET_FIELDS: [(u32, u32); 5] = [(0, 14), (16, 14), (32, 14), (49, 3), (61, 3)];

/// Fields of both descriptors above the start: lowest bit and width.
const FIELDS: [(u32, u32); 6] = [(16, 14), (32, 14), (46, 3), (49, 3), (61, 3), (62, 2)];

/// The value of a comparison.
fn compared(sign: &str, arguments: &[Known]) -> Option<Known> {
    let numbers: Vec<Option<u64>> = arguments.iter().map(|one| one.number()).collect();
    let is = match (sign, &numbers[..]) {
        ("!", [only]) => only.map(|value| value == 0),
        ("&&" | "||", [one, other]) => {
            let decides = sign == "||";
            match [one, other].map(|value| value.map(|value| value != 0)) {
                both if both.contains(&Some(decides)) => Some(decides),
                [one, other] => one.and(other),
            }
        }
        (_, [one, other]) => {
            let holds: fn(&u64, &u64) -> bool = match sign {
                "==" => u64::eq,
                "!=" => u64::ne,
                "<" => u64::lt,
                ">" => u64::gt,
                "<=" => u64::le,
                ">=" => u64::ge,
                _ => return None,
            };
            one.zip(*other).map(|(one, other)| holds(&one, &other))
        }
        _ => return None,
    };
    Some(is.map_or(Known::below(1), |is| Known::exact(is.into())))
}

/// Names are variables, what they lack is collected, and functions of the text may be called.
struct Evaluator<'v, 'c> {
    variables: &'v [Variable],
    unknown: &'v mut Vec<String>,
    called: &'v mut Called<'c>,
}

impl Evaluator<'_, '_> {
    /// The value of a node; none if it is not an expression.
    fn value(&mut self, node: &Node<'_>) -> Option<Known> {
        let of = &node.of;
        Some(match node.kind {
            Part::Number(number) => Known::exact(number),
            Part::Name => self.name(node.text),
            // The variable's value, regardless of the element.
            Part::Call('[') => self.name(of[0].text),
            Part::Call('(') if of[0].text == "sizeof" => {
                size(node.text).unwrap_or_else(|| self.name(node.text))
            }
            Part::Call('(') => {
                let (name, own) = match of[0].kind {
                    Part::Member(name) => (name, &*of[0].of),
                    _ => (of[0].text, &[][..]),
                };
                let given: Option<Vec<&Node<'_>>> = node.rows.iter().map(Row::only).collect();
                let arguments: Option<Vec<Known>> =
                    own.iter().chain(given?).map(|one| self.value(one)).collect();
                self.call(name, &arguments?)
            }
            Part::Group('(') if node.rows.len() == 1 => self.value(node.rows[0].only()?)?,
            Part::Call('<' | '{') => self.value(of_constant(node)?)?,
            Part::Operator("?") if of.len() == 3 => match self.value(&of[0])?.number() {
                // The other of the two says nothing.
                Some(condition) => self.value(&of[if condition == 0 { 2 } else { 1 }])?,
                None => self.value(&of[1])?.meet(self.value(&of[2])?),
            },
            Part::Cast(sign) | Part::Member(sign) | Part::Operator(sign) => {
                let values: Vec<Known> = of.iter().map(|one| self.value(one)).collect::<Option<_>>()?;
                match (sign, &values[..]) {
                    ("+", [one]) => *one,
                    ("-", [one]) => binary(Binary::Minus, Known::exact(0), *one),
                    ("~", [one]) => one.not(),
                    ("." | "%" | "$" | "@" | "#", [_]) | ("?", _) => return None,
                    (_, [_]) => self.call(sign, &values),
                    (_, all) => all[1..].iter().fold(all[0], |left, right| match Binary::from_sign(sign) {
                        Some(operator) => binary(operator, left, *right),
                        None => self.call(sign, &[left, *right]),
                    }),
                }
            }
            _ => return None,
        })
    }

    fn name(&mut self, name: &str) -> Known {
        let is_of = |path: &str| path.is_empty() || path.ends_with("::");
        let known = self.variables.iter().find(|known| name.strip_suffix(&*known.name).is_some_and(is_of));
        // What it rests on is not known either.
        let open = known.map_or(&[][..], |known| &known.unknown);
        for name in open {
            if !self.unknown.contains(name) {
                self.unknown.push(name.clone());
            }
        }
        let value = known.map(|known| known.value).or_else(|| {
            // A constant of CuTe: `_64`.
            let digits = name.strip_prefix('_').filter(|rest| is_digits(rest))?;
            literal(digits).map(Known::exact)
        });
        value.unwrap_or_else(|| {
            self.unknown.push(name.to_string());
            UNKNOWN
        })
    }

    fn call(&mut self, name: &str, arguments: &[Known]) -> Known {
        if let Some(value) = compared(name, arguments).or_else(|| (self.called)(name, arguments)) {
            return value;
        }
        match arguments.first() {
            // At an address there may be anything; what has the address is named.
            Some(_) if is_in("& *", name) => UNKNOWN,
            Some(value) if is_in("print hex", name) => *value,
            Some(value) if is_type(name) => value.and(mask_of(name)),
            // `matrix-descriptor-encode` of the PTX ISA, under any name.
            Some(value) if name.to_ascii_lowercase().ends_with("encode") => {
                let address = Known::exact(u64::from(ADDRESS_BYTES) - 1);
                value.and(address).right(4)
            }
            _ => {
                self.unknown.push(name.to_string());
                UNKNOWN
            }
        }
    }
}

fn binary(operator: Binary, a: Known, b: Known) -> Known {
    let with = |make: fn(u64, u64) -> Option<u64>| {
        let value = a.number().zip(b.number()).and_then(|(a, b)| make(a, b));
        value.map_or(UNKNOWN, Known::exact)
    };
    match operator {
        Binary::Or => a.or(b),
        Binary::Xor => a.xor(b),
        Binary::And => a.and(b),
        Binary::Left => moved_up(a, b),
        Binary::Right => shifted(a, b, Known::right),
        Binary::Plus => with(|a, b| Some(a.wrapping_add(b))),
        Binary::Minus => with(|a, b| Some(a.wrapping_sub(b))),
        Binary::Times => with(|a, b| Some(a.wrapping_mul(b))),
        Binary::Over => with(u64::checked_div),
        Binary::Rest => with(u64::checked_rem),
    }
}

// Statements that are run one after the other, with the functions that the text defines and the branches that it takes.

/// Calls of functions of a text that are followed, one inside another and all in all.
const CALLS_MAX: [u32; 2] = [4, 256];
/// Functions of a text that are looked at.
const FUNCTIONS_MAX: usize = 16;
/// Statements that are looked at: more than any function that builds a descriptor has.
const STATEMENTS_MAX: usize = 512;

/// A function of the text.
pub(crate) struct Function<'t> {
    pub(crate) name: &'t str,
    /// Those of its template before those in brackets.
    parameters: Vec<&'t str>,
    template: usize,
    body: Body<'t>,
    /// Where it is defined.
    at: Span,
}

enum Body<'t> {
    Block(&'t [Row<'t>]),
    /// The text of a macro.
    Text(&'t str),
}

/// The values of a text, statement by statement.
struct Machine<'t> {
    functions: &'t [Function<'t>],
    calls_left: [u32; 2],
    variables: Vec<Variable>,
    /// Whether bodies of functions count for calls alone.
    is_called: bool,
    /// Whether the current statement runs, as far as is known, and whether a branch before it did; the names of conditions that
    /// are not known.
    runs: Option<bool>,
    asked: Vec<String>,
    ran: Option<bool>,
    is_done: bool,
    left: usize,
}

/// The variables that the statements of a tree set. Where the text calls a function that it defines, the function's body counts
/// for that call alone.
pub(crate) fn variables<'t>(rows: &[Row<'t>]) -> Vec<Variable> {
    let functions = functions(rows);
    let mut machine = Machine::of(&functions, CALLS_MAX);
    machine.is_called = calls_own(rows, &functions);
    machine.rows(rows);
    machine.variables
}

/// Whether a text calls a function that it defines.
pub(crate) fn calls_own(rows: &[Row<'_>], functions: &[Function<'_>]) -> bool {
    let is_body = |at: usize| functions.iter().any(|one| one.at.contains(&at));
    let mut waiting: Vec<&Node<'_>> = items(rows).collect();
    while let Some(node) = waiting.pop() {
        let names = |one: &Function<'_>| node.text.contains(one.name);
        if is_body(node.at) || !functions.iter().any(names) {
            continue;
        }
        if !functions.iter().any(|one| node.range().contains(&one.at.start)) {
            return true;
        }
        waiting.extend(node.children());
    }
    false
}

/// The functions that a tree defines: `uint64_t f(int x) { … }`, `fn f(x: u64) -> u64 { … }`, `auto f = [](int x) { … }`,
/// `def f(x):` with the lines that are indented more, `#define f(x) …`.
pub(crate) fn functions<'t>(rows: &'t [Row<'t>]) -> Vec<Function<'t>> {
    let mut all = Vec::new();
    let mut waiting: Vec<&Row<'t>> = rows.iter().rev().collect();
    while let Some(row) = waiting.pop()
        && all.len() < FUNCTIONS_MAX
    {
        if let Some(function) = function(row) {
            all.push(function);
        } else {
            let inner = row.items.iter().filter(|item| item.kind == Part::Group('{'));
            waiting.extend(inner.flat_map(|item| &item.rows).rev());
        }
    }
    all
}

/// The function that a row defines.
fn function<'t>(row: &'t Row<'t>) -> Option<Function<'t>> {
    const OTHERS: &str = "if for while switch elif constexpr return";
    let at = row.items.first()?.at;
    let end = row.items.last()?.end();
    if let Some(text) = row.text.strip_prefix("#define") {
        let head = row.items.get(1).filter(|head| {
            head.kind == Part::Call('(')
                && head.of[0].end() + 1 == head.rows.first().map_or(0, |row| row.items[0].at)
        })?;
        return Some(Function {
            name: head.of[0].text,
            parameters: head.rows.iter().map(parameter).collect(),
            template: 0,
            body: Body::Text(&text[head.end() - at - "#define".len()..]),
            at: at..end,
        });
    }
    let (last, before) = row.items.split_last().filter(|(last, _)| last.kind == Part::Group('{'))?;
    let head = before.iter().rev().find_map(|item| {
        let (name, mut call) = match item.assigned() {
            Some(("=", name, call)) => (Some(name), call),
            _ => (None, item),
        };
        while let Part::Member(_) = call.kind {
            call = &call.of[0];
        }
        let (callee, rows) = call.called('(')?;
        // `auto f = [](int x)`
        (name.is_some() == (callee.kind == Part::Group('[')))
            .then(|| (name.map_or(callee.text, Node::target), rows))
    });
    let (path, rows) = head?;
    let name = last_name(path);
    if name.is_empty() || is_in(OTHERS, name) {
        return None;
    }
    let template = before[0].called('<').filter(|(of, _)| of.text == "template");
    let template = template.map_or(&[][..], |(_, rows)| rows);
    Some(Function {
        name,
        parameters: template.iter().chain(rows).map(parameter).collect(),
        template: template.len(),
        body: Body::Block(&last.rows),
        at: at..end,
    })
}

/// The name of a parameter, without its type and its default.
fn parameter<'t>(row: &Row<'t>) -> &'t str {
    let mut node = row.items.last().unwrap_or(&row.items[0]);
    while let Part::Assign(_) = node.kind {
        node = &node.of[0];
    }
    node.target()
}

/// Whether two conditions hold, as far as they are known.
const fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn not(one: Option<bool>) -> Option<bool> {
    one.map(|one| !one)
}

impl<'t> Machine<'t> {
    const fn of(functions: &'t [Function<'t>], calls_left: [u32; 2]) -> Self {
        Self {
            functions,
            calls_left,
            variables: Vec::new(),
            is_called: false,
            runs: Some(true),
            asked: Vec::new(),
            ran: Some(false),
            is_done: false,
            left: STATEMENTS_MAX,
        }
    }

    /// The value of an expression, in which functions of the text may be called.
    fn value(&mut self, node: &Node<'_>, unknown: &mut Vec<String>) -> Option<Known> {
        let (functions, mut calls_left) = (self.functions, self.calls_left);
        let called: &mut dyn FnMut(&str, &[Known]) -> Option<Known> = &mut |name, arguments| {
            let (path, given) = name.split_once('<').unwrap_or((name, ""));
            let bare = path.rsplit([':', '.']).next();
            let function = functions.iter().find(|one| Some(one.name) == bare)?;
            let [depth, all] = &mut calls_left;
            *all = all.checked_sub(1)?;
            let given = given.trim_end_matches('>').split(',');

            let mut given: Vec<Known> = given.map_while(constant).map(Known::exact).collect();
            // What the call leaves to be deduced is not known.
            given.resize(function.template, Known::NOTHING);
            given.extend(arguments);
            let mut machine = Machine::of(functions, [depth.checked_sub(1)?, *all]);
            for (name, value) in function.parameters.iter().zip(given) {
                machine.variables.push(Variable::of(name, value));
            }
            match function.body {
                Body::Block(rows) => machine.rows(rows),
                Body::Text(text) => tree(text).iter().for_each(|row| machine.items(&row.items)),
            }
            *all = machine.calls_left[1];
            let returned = machine.variables.iter().find(|one| one.name == "return");
            Some(returned?.value)
        };
        let variables = &self.variables;
        let value = Evaluator { variables, unknown, called }.value(node);
        self.calls_left[1] = calls_left[1];
        value
    }

    fn rows(&mut self, rows: &[Row<'_>]) {
        for row in rows {
            if let Some(defined) = row.text.strip_prefix("#define") {
                let name = first_name(defined.trim_start());
                let rest = &defined.trim_start()[name.len()..];
                if !rest.starts_with('(')
                    && let [row] = &tree(rest)[..]
                {
                    row.only().inspect(|value| self.set(name, "=", value));
                }
            } else if !self.is_called || function(row).is_none() {
                self.items(&row.items);
            }
        }
    }

    /// One row: statements in braces and behind conditions, an assignment behind its type, or an expression.
    fn items(&mut self, items: &[Node<'_>]) {
        let outer = self.runs;
        let (mut condition, mut is_branch) = (Some(true), false);
        let mut at = 0;
        while let Some(item) = items.get(at) {
            at += 1;
            match (item.called('(').map_or(item.text, |(of, _)| of.text), item.kind) {
                ("else", Part::Name) => (condition, is_branch) = (not(self.ran), true),
                ("if" | "elif", _) => {
                    at += usize::from(item.kind == Part::Name);
                    let head = items.get(at - 1).unwrap_or(item);
                    let inside = head.called('(').filter(|(of, _)| is_in("if elif constexpr", of.text));
                    let node = inside.map_or(Some(head), |(_, rows)| rows.first().and_then(Row::only));
                    let holds = node.and_then(|node| self.holds(node));
                    if !is_branch {
                        self.ran = Some(false);
                    }
                    (condition, is_branch) = (both(condition, holds), true);
                }
                // Which of its cases runs is not looked at.
                ("switch", Part::Call('(')) => {
                    self.holds(item.rows.first().and_then(Row::only).unwrap_or(item));
                    (condition, is_branch) = (None, true);
                }
                ("for", Part::Call('(')) => self.items(item.rows.first().map_or(&[][..], |row| &row.items)),
                _ => {
                    let rest = &items[at - 1..];
                    let end =
                        rest.iter().position(|item| item.kind == Part::Group('{')).unwrap_or(rest.len());
                    at += end.max(1) - 1;
                    // `let d = if a { b } else { c }`
                    if let [.., set, head] = &rest[..end]
                        && set.assigned().is_some_and(|(.., value)| value.text == "if")
                    {
                        (condition, is_branch, self.ran) = (self.holds(head), true, Some(false));
                        continue;
                    }
                    let ran = self.ran;
                    self.runs = both(outer, condition);
                    match end {
                        0 => self.rows(&item.rows),
                        _ => self.statement(&rest[..end]),
                    }
                    self.ran = if is_branch { not(both(not(ran), not(condition))) } else { ran };
                    self.runs = outer;
                    if end == 0 {
                        (condition, is_branch) = (Some(true), false);
                    }
                }
            }
        }
    }

    fn holds(&mut self, condition: &Node<'_>) -> Option<bool> {
        self.asked.clear();
        let mut asked = Vec::new();
        let value = self.value(condition, &mut asked);
        self.asked = asked;
        value?.number().map(|value| value != 0)
    }

    /// Statements without a block.
    fn statement(&mut self, items: &[Node<'_>]) {
        if self.left == 0 || self.is_done || self.runs == Some(false) {
            return;
        }
        self.left -= 1;
        match items {
            [first, value] if first.text == "return" => {
                self.set("return", "=", value);
                self.is_done |= self.runs == Some(true) && self.calls_left[0] < CALLS_MAX[0];
            }
            _ if items.iter().any(|item| item.assigned().is_some()) => {
                let all = items.iter().take_while(|item| item.kind != Part::Group('{'));
                let is_case = is_in("case default", first_name(items[0].text));
                all.for_each(|item| self.assign(item, is_case));
            }
            [value] => self.set("return", "=", value),
            _ => {}
        }
    }

    fn assign(&mut self, node: &Node<'_>, is_case: bool) {
        let Some((mut sign, mut target, mut value)) = node.assigned() else {
            return;
        };
        if let (":", Some((inner, of, right))) = (sign, value.assigned()) {
            // Behind `case 1:`, or of `let name: type = value`.
            if is_case {
                target = of;
            }
            (sign, value) = (inner, right);
        }
        if let Some((_, _, right)) = value.assigned() {
            self.assign(value, false);
            value = right;
        }
        let name = target.target();
        for part in value.nodes().into_iter().filter(|part| part.text != name) {
            if let Some(part) = self.variables.iter_mut().find(|known| known.name == part.text) {
                part.is_part = true;
            }
        }
        if is_in("= := |= &= ^=", sign) {
            self.set(name, sign, value);
        }
    }

    fn set(&mut self, name: &str, sign: &str, right: &Node<'_>) {
        let mut unknown = Vec::new();
        let is_built = !matches!(right.kind, Part::Number(_));
        let is_own = right.nodes().iter().any(|node| node.text == name);
        let Some(right) = self.value(right, &mut unknown) else {
            return;
        };
        let is_or = sign == "|=";
        let mut at = self.variables.iter().position(|known| known.name == name).unwrap_or_else(|| {
            let nothing = Variable::of(name, Known::NOTHING);
            self.variables.push(Variable { is_declared: false, ..nothing });
            self.variables.len() - 1
        });
        let before = &self.variables[at];
        // One that another takes the place of is still a descriptor.
        if self.runs == Some(true) && !is_in("|= &= ^=", sign) && before.is_descriptor() && !is_own {
            let name = format!("{name} (before)");
            self.variables.insert(0, Variable { name, ..before.clone() });
            at += 1;
            self.variables[at].unknown.clear();
        }
        let variable = &mut self.variables[at];
        let value = match sign {
            "&=" => variable.value.and(right),
            "^=" => variable.value.xor(right),
            "|=" if variable.is_declared => variable.value.or(right),
            // Lines without a declaration set the fields that they touch.
            "|=" => with_fields(variable.value, right),
            _ => right,
        };
        variable.value = match self.runs {
            Some(_) => value,
            None if variable.value.mask == 0 => Known::exact(0).meet(value),
            None => variable.value.meet(value),
        };
        if self.runs.is_none() {
            unknown.extend(self.asked.iter().cloned());
        }
        variable.is_built = is_or || is_built;
        variable.is_declared |= !is_or;
        variable.is_or |= is_or;
        variable.unknown.append(&mut unknown);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(number_or_name("8 * 128", &[]), Ok(1024));
        assert_eq!(number_or_name("False", &[]), Ok(0));
        assert_eq!(number_or_name("rows * 2", &[]), Err("rows".into()));
        assert_eq!(number_or_name("$", &[]), Err("$".into()));
    }

    #[test]
    fn branches_are_taken_as_far_as_they_are_known() {
        for (text, wanted) in [
            ("let d = if W == 64 { 2 << 32 } else { 1 << 32 };", None),
            ("let d = if 64 == 64 { 2 << 32 } else { 1 << 32 };", Some(2 << 32)),
            ("if (1) x = 1; else if (1) x = 2; else x = 3;", Some(1)),
            ("if 0:\n  x = 1\nelif 1:\n  x = 2\nelse:\n  x = 3", Some(2)),
        ] {
            let variables = variables(&tree(text));
            assert_eq!(variables[0].value.number(), wanted, "{text}");
        }
    }

    #[test]
    fn nesting_without_end_is_no_fault() {
        for piece in ["(", "f(", "a<", "-", "a=", "1|", "1|1+", "for (", "x ? ", "[{", "if a:\n", "\""] {
            let _ = variables(&tree(&piece.repeat(20_000)));
        }
    }
}
