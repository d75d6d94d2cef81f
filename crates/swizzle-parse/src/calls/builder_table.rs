//! The functions that set up a matrix descriptor, and the meaning of each of their arguments: the rows of `builders.txt`.

use super::*;
use std::sync::LazyLock;

/// One function: a row of the table, whose head says what its cells are.
#[derive(Default)]
pub(crate) struct Builder {
    pub(crate) whose: &'static str,
    pub(crate) arch: Option<Arch>,
    pub(crate) which: &'static str,
    pub(crate) template: &'static str,
    pub(crate) names: &'static str,
    pub(crate) arguments: &'static str,
    pub(crate) body: &'static str,
}

/// The rows of a table, with their cells; what is behind a `#` is a comment.
pub(crate) fn rows<const CELLS: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; CELLS]> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let mut cells = line.split('|').map(str::trim);
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    })
}

/// In the order in which they are tried.
pub(crate) static BUILDERS: LazyLock<Vec<Builder>> = LazyLock::new(|| {
    let rows = rows(include_str!("builders.txt"));
    let all = rows.map(|[whose, arch, which, template, names, arguments, body]| Builder {
        whose,
        arch: Arch::from_name(arch).ok(),
        which,
        template,
        names,
        arguments,
        body,
    });
    all.collect()
});

impl Builder {
    /// Whether a call is one of this function.
    pub(crate) fn is_of(&self, call: &Call<'_>) -> bool {
        if !call.is_one_of(self.names) {
            return false;
        }
        let text = |i: usize| call.arguments.get(i).map_or("", |one| one.text);
        let given = call.arguments.iter().chain(&call.template);
        let has = |name| usize::from(given.clone().any(|one| one.name == Some(name)));
        let known = [
            ("template", call.template.len()),
            ("arguments", call.arguments.len()),
            ("is_tcgen05", call.path.contains("tcgen05").into()),
            ("has_mode_first", has_any(text(0), "LayoutType SWIZZLE_").into()),
            ("has_layout_type", has("layout_type")),
            ("has_tile", has("BMN")),
            ("has_0_third", (text(2) == "0").into()),
            ("has_code_last", (text(3).len() == 1 && text(3) < "8").into()),
        ];
        let known = known.map(|(name, value)| Variable::known(name, value as u64));
        let is_one = evaluated(self.which, &known, &mut Vec::new()).and_then(Known::number);
        // A condition that cannot be worked out is of no call.
        self.which.is_empty() || is_one.is_some_and(|value| value != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What [`say`](crate::calls::argument::say) knows.
    const MEANINGS: &str = "pointer start lbo lbo_bytes sbo sbo_bytes base mode code map width bytes bits major is_k mn k shape written staged element transforms transposed padded atom order";

    #[test]
    fn columns_hold_known_meanings_and_lower_case() {
        for builder in &*BUILDERS {
            assert!(!builder.whose.is_empty() && !builder.names.is_empty());
            for column in [builder.template, builder.arguments] {
                assert_eq!(column, column.to_ascii_lowercase());
                for word in column.split_whitespace() {
                    let means = word.split_once(':').map_or("-", |(_, means)| means);
                    let means = means.split('=').next().unwrap_or_default();
                    assert!(means == "-" || is_in(MEANINGS, means), "{word}");
                }
            }
        }
    }
}
