//! The squares with what is pointed at, and the column beside them.

use super::*;

/// Draws the column for a unit, or for none, in a width of so many pixels.
pub type Aside = Rc<dyn Fn(Option<u32>, f64) -> Html>;

/// That of a page's own column.
pub fn aside_of<C: Clone + 'static>(column: &C, draw: fn(&C, Option<u32>, f64) -> Html) -> Aside {
    let column = column.clone();
    Rc::new(move |unit, width| draw(&column, unit, width))
}

/// Draws what is in place of a square, by its number, and says which unit is pointed at there.
pub type Instead = Rc<dyn Fn(usize, &Callback<Option<u32>>) -> Html>;

/// How far behind a square by itself the numbers behind its rows are.
const LEFT: Option<f64> = Some(22.0);
/// Width and height of a square beside the drawer.
const BESIDE_DRAWER: (f64, f64) = (320.0, 448.0);
/// On a narrow screen, room before numbers and before addresses, beside a square, and for the numbers behind its rows.
const NARROW_GUTTERS: [f64; 2] = [40.0, 62.0];
const NARROW_SIDES: f64 = 44.0;
const NARROW_BEHIND: f64 = 40.0;

/// Properties of [`Work`].
#[derive(Properties)]
pub struct WorkProps {
    /// One scene, or two with the same units.
    pub scenes: Vec<Shared<Scene>>,
    /// The unit whose place is read for each; itself, where there is none.
    pub got: Rc<Vec<u32>>,
    /// First row of each, until one is chosen.
    #[prop_or_default]
    pub first: [u32; 2],
    /// Rows of each, until a number is chosen.
    #[prop_or(ROWS[0])]
    pub rows: u32,
    /// Rows of the second for one of the first, whose cells stand.
    #[prop_or(1)]
    pub standing: u32,
    /// What is drawn in place of the squares, and what shows it on a narrow screen.
    #[prop_or_default]
    pub picture: (Option<Html>, Option<Callback<bool>>),
    /// What is drawn in place of each of them.
    #[prop_or_default]
    pub instead: Option<Instead>,
    /// What is under the squares.
    #[prop_or_default]
    pub under: Html,
    /// The column beside them.
    pub aside: Aside,
    /// How they are looked at.
    pub desk: Desk,
}

/// The column is drawn anew with the page.
impl PartialEq for WorkProps {
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

/// Squares and column.
#[component]
pub fn Work(props: &WorkProps) -> Html {
    let (hover, on_hover) = use_value(|| None::<u32>);
    let hot = props.desk.look.pinned.or(hover);
    if props.desk.window.0 < NARROW {
        let under = format!("width:100%;--square:{}px", props.narrow_side(0));
        return div(
            "work is-narrow",
            (props.single(hot, on_hover), div("", props.under.clone()).with("style", under)),
        );
    }
    let (width, height) = props.size();
    let whole = match props.scenes.len() {
        0 | 1 if props.picture.0.is_some() => None,
        0 | 1 => Some(88.0 + width),
        _ => Some(GUTTER + 2.0 * width + GAP + 16.0),
    };
    let whole = whole.map(|whole| format!("width:{whole}px"));
    let instead: Vec<Html> = (0..props.scenes.len()).filter_map(|at| props.instead(at, &on_hover)).collect();
    let instead = (!instead.is_empty()).then(|| div("texts", instead));
    let flow = props.picture.0.clone().or(instead);
    let is_flow = flow.is_some();
    let squares = flow.or_else(|| {
        let pair = props.pair(hot, on_hover.clone(), (width, height))?;
        Some(match props.scenes.len() {
            1 => pair.one(1, 72.0, false, LEFT),
            _ => html! { <Pair ..pair /> },
        })
    });
    let class = classes!("pair", is_flow.then_some("is-flow"));
    let style = (!is_flow).then(|| format!("height:{}px", TOP + height));
    let under = format!("padding-inline-start:{GUTTER}px;--square:{width}px;--gap:{GAP}px");
    let wide = match props.desk.window {
        _ if props.is_beside_drawer() => 264.0,
        (width, height) if width >= 1680.0 && height >= 940.0 => 400.0,
        _ => 304.0,
    };
    let place = format!("width:{wide}px;min-height:{}px", TOP + height + 44.0);
    div(
        "work",
        (
            div(
                "squares",
                (
                    div(class, squares).with("style", style),
                    div("under-squares", props.under.clone()).with("style", under),
                ),
            )
            .with("style", whole),
            tag("aside", "aside", (props.aside)(hot, wide))
                .with("aria-label", "Explanation")
                .with("style", place),
        ),
    )
}

impl WorkProps {
    /// Whether the drawer takes from the squares' width.
    fn is_beside_drawer(&self) -> bool {
        self.desk.look.has_drawer && self.desk.window.0 < 1600.0
    }

    /// Size of the cells, which are a square unless the drawer takes from their width.
    fn size(&self) -> (f64, f64) {
        let side = 8.0 * cell_side(self.desk.window);
        if self.is_beside_drawer() { BESIDE_DRAWER } else { (side, side) }
    }

    /// Both squares; a single one is the second of them.
    fn pair(&self, unit: Option<u32>, hover: Callback<Option<u32>>, size: (f64, f64)) -> Option<PairProps> {
        let look = self.desk.look;
        let (one, other) = (self.scenes.first()?, self.scenes.last()?);
        let (rows, first) = (look.rows_or(self.rows), look.first.unwrap_or(self.first));
        let got = |unit: u32| self.got.get(unit as usize).copied().unwrap_or(unit);
        Some(PairProps {
            standing: self.standing,
            scenes: [one.clone(), other.clone()],
            size,
            rows: if self.standing > 1 || one.columns > ROWS[0] { rows.min(one.rows()) } else { rows },
            first,
            gap: GAP,
            unit,
            got: unit.map(got).filter(|got| *got != NONE),
            is_loud: look.is_loud,
            ink: self.desk.ink.clone(),
            on: look.on_cells((rows, first), unit, hover, self.desk.on.clone()),
        })
    }

    /// Side of a square on a narrow screen: as wide as there is room.
    fn narrow_side(&self, side: usize) -> f64 {
        let scene = self.scenes.get(side);
        let gutter = scene.map_or(0.0, |scene| narrow_gutter(scene));
        let has_behind = scene.is_some_and(|scene| !scene.behind.1.is_empty());
        let behind = if has_behind { NARROW_BEHIND } else { 0.0 };
        let room = self.desk.window.0 - NARROW_SIDES - gutter - behind;
        8.0 * (room / 8.0).floor()
    }

    /// What is in place of a square: its cells as text, or what the page draws itself.
    fn instead(&self, at: usize, hover: &Callback<Option<u32>>) -> Option<Html> {
        match &self.instead {
            _ if self.desk.look.is_text => self.scenes.get(at).map(|scene| as_table(scene)),
            instead => instead.as_ref().map(|instead| instead(at, hover)),
        }
    }

    /// On a narrow screen, one at a time.
    fn single(&self, unit: Option<u32>, hover: Callback<Option<u32>>) -> Html {
        let (picture, on_picture) = &self.picture;
        let names = self.scenes.iter().map(|scene| scene.name);
        let names: Vec<&'static str> = names.chain(on_picture.iter().map(|_| "Picture")).collect();
        let (look, count) = (self.desk.look, self.scenes.len());
        let side = look.side.min(count.saturating_sub(1));
        let here = if picture.is_some() { count } else { side };
        let choose = {
            let (on, on_picture) = (self.desk.on.clone(), on_picture.clone());
            Callback::from(move |side: usize| {
                on_picture.iter().for_each(|on| on.emit(side == count));
                let side = side.min(count.saturating_sub(1));
                on.emit(Look { side, ..look });
            })
        };
        let square = || {
            let gutter = narrow_gutter(self.scenes.get(side)?);
            let width = self.narrow_side(side);
            let pair = self.pair(unit, hover.clone(), (width, width))?;
            Some(pair.alone(if count < 2 { 1 } else { side }, gutter, LEFT))
        };
        let view = picture.clone().or_else(|| self.instead(side, &hover)).or_else(square);
        in_turn(((names.len() > 1).then(|| tabs("View", names, here, &choose)), view))
    }
}

/// Room for numbers or addresses before a square of a narrow screen.
fn narrow_gutter(scene: &Scene) -> f64 {
    NARROW_GUTTERS[usize::from(scene.axes[1].is_hex)]
}
