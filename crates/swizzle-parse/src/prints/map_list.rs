//! Arrays of numbers in source code: `cuuint32_t box[2] = {64, 128};`, `box = [64, 128]`, `box[0] = 64;`.

use crate::calls::argument::{self, Read};
use crate::calls::call::is_name;
use crate::syntax::machine::variables;
use crate::syntax::tree::{Kind, Node, nodes, tree};
use crate::syntax::value::Variable;
use crate::tokens::is_in;

/// The variables and arrays that a text sets; of a number that is not known there is none.
#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) known: Vec<Variable>,
    lists: Vec<(String, Vec<Option<i128>>)>,
}

/// Elements of an array that are looked at.
const ELEMENTS_MAX: usize = 16;

fn is_null(text: &str) -> bool {
    is_in("nullptr NULL None", text)
}

impl Scope {
    /// Those of a text without comments.
    pub(crate) fn of(text: &str) -> Self {
        let rows = tree(text);
        let mut scope = Self {
            known: variables(&rows),
            lists: Vec::new(),
        };
        for node in nodes(&rows) {
            scope.take(node);
        }
        scope
    }

    fn take(&mut self, node: &Node<'_>) {
        let (target, value) = match (node.assigned(), node.called('{')) {
            // `let dims: [u64; 2] = …`
            (Some((":", target, value)), _) if value.assigned().is_some() => (target, &value.of[1]),
            (Some(("=" | ":=", target, value)), _) => (target, value),
            // `std::array<cuuint32_t, 2> box{64, 128}`
            (None, Some((target, _))) => (target, node),
            _ => return,
        };
        let (target, index) = match target.called('[') {
            Some((target, rows)) => (target, rows.first().map_or("", |row| row.text)),
            None => (target, ""),
        };
        let path = target.target();
        let name = &path[path.trim_end_matches(is_name).len()..];
        let place = self.lists.iter().position(|(other, _)| other == name);
        if let Some(list) = self.written(value) {
            self.lists.retain(|(other, _)| other != name);
            self.lists.push((name.into(), list));
        } else if let Ok(at @ 0..ELEMENTS_MAX) = index.parse::<usize>() {
            let place = place.unwrap_or_else(|| {
                self.lists.push((name.into(), Vec::new()));
                self.lists.len() - 1
            });
            let value = self.number(value.text);
            let list = &mut self.lists[place].1;
            list.resize(list.len().max(at + 1), None);
            list[at] = value;
        }
    }

    /// The number of an expression.
    pub(crate) fn number(&self, text: &str) -> Option<i128> {
        match argument::number(text.trim(), &self.known) {
            _ if is_null(text.trim()) => Some(0),
            Read::Known(number) => Some(number.into()),
            Read::Unknown(_) => None,
        }
    }

    /// An array that is written out, with a type, a cast or an address before it.
    fn written(&self, node: &Node<'_>) -> Option<Vec<Option<i128>>> {
        let count = |text: &str| {
            self.number(text)
                .and_then(|count| usize::try_from(count).ok())
        };
        let repeated = |one: &str, times: &str| {
            let times = count(times).filter(|times| *times <= ELEMENTS_MAX)?;
            Some(vec![self.number(one); times])
        };
        let is_group = |one: &&Node<'_>| matches!(one.kind, Kind::Group(_));
        if let [row] = &node.rows[..]
            && let Some(inner) = row.items.last().filter(is_group)
        {
            return self.written(inner);
        }
        let is_macro = node
            .of
            .first()
            .is_some_and(|of| node.text[of.text.len()..].starts_with('!'));
        match (node.kind, &node.of[..], &node.rows[..]) {
            (Kind::Group('[') | Kind::Call('['), _, [one, times]) if node.text.contains(';') => {
                repeated(one.text, times.text)
            }
            (Kind::Group('('), _, [_]) => None,
            (Kind::Group(_) | Kind::Call('{'), _, [_, ..]) if node.rows.len() <= ELEMENTS_MAX => {
                Some(node.rows.iter().map(|row| self.number(row.text)).collect())
            }
            (Kind::Call('['), _, [_, ..]) if is_macro => {
                Some(node.rows.iter().map(|row| self.number(row.text)).collect())
            }
            // Python's `[1] * 2`.
            (Kind::Operator("*"), [list, times], _) => match (&list.rows[..], list.kind) {
                ([one], Kind::Group('[' | '(')) => repeated(one.text, times.text),
                _ => None,
            },
            (Kind::Cast(_) | Kind::Operator("&" | "*"), [of], _) => self.written(of),
            _ => None,
        }
    }

    /// The numbers of an argument: written out, or those of an array that the text sets; none where one is not known.
    pub(crate) fn list(&self, text: &str) -> Option<Vec<i128>> {
        let rows = tree(text);
        let mut node = rows.last()?.items.last()?;
        if is_null(node.text) {
            return Some(Vec::new());
        }
        // The name in `(cuuint32_t*)box.data() + 1`, `&box[1]`, `reinterpret_cast<const cuuint64_t*>(dims)`.
        let mut from = 0;
        let place = |text: &str| text.parse::<usize>().ok();
        let path = loop {
            if let Some(list) = self.written(node) {
                return list.get(from..)?.iter().copied().collect();
            }
            node = match (node.kind, &node.of[..], &node.rows[..]) {
                (Kind::Operator("+"), [of, added], _) => {
                    from += place(added.text)?;
                    of
                }
                (Kind::Call('['), [of], [at]) => {
                    from += place(at.text)?;
                    of
                }
                (Kind::Group('(') | Kind::Call('('), _, [row]) => row.items.last()?,
                (Kind::Operator(_) | Kind::Cast(_) | Kind::Member(_), [of], _)
                | (Kind::Call('('), [of], []) => of,
                _ => break node.text,
            };
        };
        let methods = [".data", ".as_ptr", ".begin", ".as_mut_ptr", ".ctypes"];
        let path = methods
            .iter()
            .find_map(|method| path.strip_suffix(method))
            .unwrap_or(path);
        let name = &path[path.trim_end_matches(is_name).len()..];
        let (_, list) = self.lists.iter().find(|(other, _)| other == name)?;
        list.get(from..)?.iter().copied().collect()
    }
}
