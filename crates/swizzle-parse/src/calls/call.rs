//! Calls as source code writes them: `f(a, b)`, `f<a>(b)`, `f[a](b)`, `f::<a>(b)`, `f{.a = b}`, and chains of methods.

use super::*;

/// A call, taken apart.
#[derive(Clone)]
pub(crate) struct Call<'t> {
    /// The function with the names before it: `tl::initialize_tcgen05_descriptor`.
    pub(crate) path: &'t str,
    /// The same without what is in brackets: `A.create` of `A[f16].create`.
    pub(crate) name: String,
    /// The arguments in angle or square brackets behind it.
    pub(crate) template: Vec<Argument<'t>>,
    pub(crate) arguments: Vec<Argument<'t>>,
    /// The methods called on its result, one behind another, each with its argument.
    pub(crate) methods: Vec<Argument<'t>>,
    /// The name that it is assigned to.
    pub(crate) assigned: &'t str,
    /// The range of the call in the text.
    pub(crate) at: Span,
    /// The same with the methods.
    pub(crate) whole: Span,
    /// Whether the text defines the function.
    pub(crate) is_own: bool,
}

/// An argument, with its name where it has one.
#[derive(Clone, Copy)]
pub(crate) struct Argument<'t> {
    pub(crate) name: Option<&'t str>,
    pub(crate) text: &'t str,
}

impl<'t> Call<'t> {
    /// Whether it is of a function of this name, or with this end of its path.
    pub(crate) fn is(&self, name: &str) -> bool {
        let before = self.name.strip_suffix(name);
        before.is_some_and(|before| !before.ends_with(is_name))
    }

    /// Whether it is of a function of one of these names.
    pub(crate) fn is_one_of(&self, names: &str) -> bool {
        names.split(' ').any(|name| self.is(name))
    }

    /// What it is given: in brackets, as a template, or else by methods.
    pub(crate) fn given(&self) -> &[Argument<'t>] {
        let all = [&self.arguments, &self.template, &self.methods];
        all.into_iter().find(|all| !all.is_empty()).map_or(&[], |all| all)
    }

    /// Whether it is given values by methods alone.
    pub(crate) fn is_chain(&self) -> bool {
        self.arguments.is_empty() && self.template.is_empty() && !self.methods.is_empty()
    }

    /// Whether its arguments are parameters: `void* ptr, uint32_t sbo`.
    fn is_definition(&self) -> bool {
        let is_parameter = |argument: &Argument<'_>| {
            let mut words = argument.text.split_whitespace();
            let is_word = |word: &str| word.chars().all(|c| is_name(c) || "&*:<>".contains(c));
            words.clone().count() >= 2 && words.all(is_word)
        };
        !self.arguments.is_empty() && self.arguments.iter().all(is_parameter)
    }
}

/// The calls in a text without comments, in its order, if it mentions one of these names. A definition is not a call: each of
/// its arguments is a type with a name.
pub(crate) fn calls<'t>(text: &'t str, names: &str) -> Vec<Call<'t>> {
    let head = |name: &str| text.contains(&name[..name.find(['.', ':']).unwrap_or(name.len())]);
    // Most texts have no bracket, and many names are sought.
    if !text.contains(any_of("([{<")) || !names.split(' ').any(head) {
        return Vec::new();
    }
    let rows = tree(text);
    let mut all = Vec::new();
    gather_rows(&rows, &mut all);
    let own = functions(&rows);
    for call in &mut all {
        call.is_own = own.iter().any(|one| call.is(one.name));
    }
    all.retain(|call| !call.is_definition());
    all.sort_by_key(|call| call.at.start);
    all
}

fn gather_rows<'t>(rows: &[Row<'t>], all: &mut Vec<Call<'t>>) {
    for item in items(rows) {
        gather(item, "", all);
    }
}

/// The calls of a node: those of a chain share its range, and each has the methods behind it.
fn gather<'t>(node: &Node<'t>, assigned: &'t str, all: &mut Vec<Call<'t>>) {
    let (mut link, mut methods) = (node, Vec::new());
    loop {
        link = match link.kind {
            Part::Call(open) => {
                let mut callee = &link.of[0];
                let (mut template, mut given) = (&[][..], &link.rows[..]);
                if "<[".contains(open) {
                    (template, given) = (given, &[]);
                } else if let Some((of, rows)) = callee.called('<').or(callee.called('[')) {
                    (callee, template) = (of, rows);
                }
                gather_rows(template, all);
                gather_rows(given, all);
                // An attribute of MLIR: `<{a = 1}>`.
                let attribute = template.first().and_then(Row::only);
                if let Some(inner) = attribute.filter(|inner| inner.kind == Part::Group('{')) {
                    template = &inner.rows;
                }
                let mut depth = 0_u32;
                let is_outside = |c: &char| {
                    depth += u32::from("<[(".contains(*c));
                    depth -= u32::from(depth > 0 && ">])".contains(*c));
                    depth == 0 && !">])".contains(*c)
                };
                all.push(Call {
                    path: callee.text,
                    name: callee.text.chars().filter(is_outside).collect(),
                    template: template.iter().map(argument).collect(),
                    arguments: given.iter().map(argument).collect(),
                    methods: methods.iter().rev().copied().collect(),
                    assigned,
                    at: link.range(),
                    whole: node.range(),
                    is_own: false,
                });
                match callee.kind {
                    Part::Member(name) => {
                        let text = match given {
                            [] => "",
                            [only] => only.text,
                            _ => link.text,
                        };
                        methods.push(Argument { name: Some(name), text });
                        &callee.of[0]
                    }
                    Part::Call(_) => callee,
                    _ => return,
                }
            }
            // MLIR's sign belongs to the name; a member is of the whole.
            Part::Operator("#" | "!" | ".") | Part::Member(_) if link.of.len() == 1 => &link.of[0],
            _ => break,
        };
    }
    gather_rows(&link.rows, all);
    let assigned = match link.assigned() {
        Some(("=" | ":=", target, _)) => target.target(),
        _ => "",
    };
    link.of.iter().for_each(|of| gather(of, assigned, all));
}

/// An argument with its name apart: `sbo=64`, `.sbo = 64`, `sbo: 64`.
fn argument<'t>(row: &Row<'t>) -> Argument<'t> {
    let first = &row.items[0];
    match first.assigned() {
        Some(("=" | ":", target, value)) if target.target().chars().all(is_name) => {
            Argument { name: Some(target.target()), text: &row.text[value.at - first.at..] }
        }
        _ => Argument { name: None, text: row.text },
    }
}

/// A parameter of a column, and the text that it is given.
pub(crate) struct Given<'t> {
    /// Its name, in lower case.
    pub(crate) name: &'static str,
    /// What it means, as the column names it.
    pub(crate) means: &'static str,
    pub(crate) text: &'t str,
}

/// The parameters of a column (`name:meaning`, with `=value` where one may be left out) that arguments are given for, by name or
/// in their order, then those with a value of their own; and the arguments that are of none.
pub(crate) fn bound<'t>(column: &'static str, arguments: &[Argument<'t>]) -> (Vec<Given<'t>>, Vec<&'t str>) {
    let parameter = |one: &'static str| {
        let (name, means) = one.split_once(':').unwrap_or((one, "-"));
        let (means, default) = means.split_once('=').unwrap_or((means, ""));
        (name, means, default)
    };
    let mut open: Vec<_> = column.split_whitespace().map(parameter).collect();
    let plain = |name: &str| name.to_ascii_lowercase().replace('_', "");
    let (mut given, mut left) = (Vec::new(), Vec::new());
    let mut places = open.clone().into_iter().map(|(name, ..)| name);
    for argument in arguments {
        let name = match argument.name {
            Some(name) => open.iter().map(|(known, ..)| *known).find(|known| plain(known) == plain(name)),
            None => places.next(),
        };
        match open.iter().position(|(known, ..)| Some(*known) == name) {
            Some(at) => {
                let (name, means, _) = open[at];
                open[at].2 = "";
                given.push(Given { name, means, text: argument.text });
            }
            None => left.push(argument.name.unwrap_or(argument.text)),
        }
    }
    let defaults = open.into_iter().filter(|(.., default)| !default.is_empty());
    given.extend(defaults.map(|(name, means, text)| Given { name, means, text }));
    (given, left)
}
