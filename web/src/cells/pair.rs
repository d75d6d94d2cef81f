//! Two scenes of the same units beside each other, and the wire from a unit in one to where it is in the other.

use super::*;

/// Pixels between the two squares: the wire, the arrows and the addresses are there.
pub const GAP: f64 = 112.0;
/// Room for numbers and a rail before the first square, and for numbers before the second.
pub const GUTTER: f64 = 40.0;
const ADDRESSES: f64 = 56.0;
/// How far behind the first square the numbers behind its rows are.
const BEHIND: f64 = 32.0;

/// Properties of [`Pair`].
#[derive(Properties, PartialEq)]
pub struct PairProps {
    /// The scenes.
    pub scenes: [Shared<Scene>; 2],
    /// Width and height of each.
    pub size: (f64, f64),
    /// Rows in view.
    pub rows: u32,
    /// Rows of the second for one of the first, whose cells stand.
    #[prop_or(1)]
    pub standing: u32,
    /// First row of each.
    pub first: [u32; 2],
    /// Pixels between the two.
    #[prop_or(GAP)]
    pub gap: f64,
    /// The unit in view, if any.
    pub unit: Option<u32>,
    /// The unit whose bytes are read for it.
    pub got: Option<u32>,
    /// Whether all numbers have full ink.
    #[prop_or_default]
    pub is_loud: bool,
    /// The sheet's colours.
    pub ink: Shared<Ink>,
    /// What the reader does, in the first or the second scene.
    pub on: Callback<(usize, Event)>,
}

impl PairProps {
    /// What is marked in one of both.
    fn hot(&self, at: usize) -> Hot {
        Hot::of(self.unit, self.got, at == 1)
    }

    /// Where the cells of one of both are.
    fn geometry(&self, at: usize) -> Geometry {
        let here = self.hot(at).here;
        let rows = [self.rows, self.rows * self.standing][at];
        self.scenes[at].geometry(self.size, rows, self.first[at], here)
    }

    /// One of both, with so much room for numbers before it.
    pub fn one(&self, at: usize, gutter: f64, is_rail_behind: bool, behind: Option<f64>) -> Html {
        self.drawn(at, gutter, is_rail_behind, behind, true)
    }

    /// The same in a place of its own, under what says its name.
    pub fn alone(&self, at: usize, gutter: f64, behind: Option<f64>) -> Html {
        div("pair", self.drawn(at, gutter, false, behind, false))
            .with("style", format!("height:{}px", TOP + self.size.1))
    }

    fn drawn(
        &self,
        at: usize,
        gutter: f64,
        is_rail_behind: bool,
        behind: Option<f64>,
        is_named: bool,
    ) -> Html {
        let on = self.on.reform(move |event| (at, event));
        html! {
            <Cells scene={self.scenes[at].clone()} geometry={self.geometry(at)} {gutter} {is_rail_behind} {behind} {is_named} hot={self.hot(at)}
                is_loud={self.is_loud} ink={&self.ink} {on} />
        }
    }
}

/// Both scenes and their wire. The second one turns to the unit in view.
#[component]
pub fn Pair(props: &PairProps) -> Html {
    let gutters = gutters(&props.scenes);
    let (width, height) = props.size;
    let second = gutters[0] + width + props.gap - gutters[1];
    let whole = second + gutters[1] + width + 16.0;
    let is_wrong = props.hot(1).is_wrong;
    in_turn((
        props.one(0, gutters[0], false, Some(BEHIND)),
        div("pair-second", props.one(1, gutters[1], true, None)).with("style", format!("left:{second}px")),
        tag("svg", "pair-wire", wire(props, gutters[0]).map(|d| strokes(d, is_wrong)))
            .with("width", whole)
            .with("height", TOP + height)
            .with("aria-hidden", "true"),
    ))
}

/// Addresses take more room than numbers of rows.
fn gutters(scenes: &[Shared<Scene>; 2]) -> [f64; 2] {
    let has_addresses = scenes[0].axes[1].is_hex;
    [if has_addresses { GUTTER + 24.0 } else { GUTTER }, ADDRESSES]
}

/// The wire runs along the lines between cells, so that it never crosses a number; between the squares it bends.
fn wire(props: &PairProps, gutter: f64) -> Option<String> {
    let corner = |at: usize| {
        let scene = &props.scenes[at];
        let (row, column) = scene.place(scene.find(props.hot(at).here?)?);
        Some(props.geometry(at).corner(row, column))
    };
    let ((x, y), (to_x, to_y)) = (corner(0)?, corner(1)?);
    let (cell, _) = props.geometry(0).cell();
    let edge = gutter + props.size.0;
    let (before, second) = (edge + props.gap - 58.0, edge + props.gap);
    let middle = (edge + before) / 2.0;
    let (y, to_y) = (y + TOP, to_y + TOP);
    Some(format!(
        "M{} {y}H{edge}C{} {y} {} {to_y} {before} {to_y}H{}",
        gutter + x + cell,
        middle + 8.0,
        middle - 8.0,
        second + to_x
    ))
}

fn strokes(d: String, is_wrong: bool) -> Html {
    let class = classes!("wire", is_wrong.then_some("is-wrong"));
    in_turn((path("wire halo", d.clone()), path(class, d)))
}
