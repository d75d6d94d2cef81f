//! Statements that are run one after the other, with the functions that the text defines and the branches that it takes.

use super::*;

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
