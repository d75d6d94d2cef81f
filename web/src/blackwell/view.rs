//! The stations of a trip on one wire: the grids beside each other with what leads from one to the next, or one under the other.

use super::scenes::ROWS;
use super::*;

/// Properties of [`Stations`].
#[derive(Properties, PartialEq)]
pub struct StationsProps {
    /// The stations.
    pub stations: Vec<Station>,
    /// Width of all.
    pub width: f64,
    /// Height of the cells.
    pub height: f64,
    /// Whether they are one under the other.
    pub is_narrow: bool,
    /// What leads to each, as something to press.
    pub operations: Vec<Option<Html>>,
    /// The sheet's colours.
    pub ink: Shared<Ink>,
    /// What the reader does at a station.
    pub on: Callback<(usize, Event)>,
}

/// Room before the cells for numbers of rows, and behind them.
pub const GUTTER: f64 = 44.0;
const BEHIND: f64 = 16.0;
/// The least between two stations, and the most.
const APART: (f64, f64) = (44.0, 112.0);
/// How large cells are at most.
const MOST: f64 = 1.34;
/// Height of the wire that is over the stations.
const WIRE: f64 = 28.0;
/// Height of a row where stations are one under the other.
const LOW: f64 = 26.0;

/// Where a station is.
struct Spot {
    x: f64,
    geometry: Geometry,
}

/// The scene in a size, turned to what is in view of it.
pub fn geometry(scene: &Scene, size: (f64, f64), first: u32, turned: Option<u32>) -> Geometry {
    scene.geometry(size, rows_seen(scene), first, turned)
}

/// Rows of a scene that are in view: bands are seen whole.
fn rows_seen(scene: &Scene) -> u32 {
    let rows = scene.rows();
    if rows < 2 * ROWS { rows } else { ROWS }
}

/// The stations.
#[component]
pub fn Stations(props: &StationsProps) -> Html {
    let (first, on_first) = use_value(|| [0; 4]);
    let spots = spots(props, &first);
    let station = |(at, (station, spot)): (usize, (&Station, &Spot))| {
        let on = {
            let (on, on_first, scene, hot) =
                (props.on.clone(), on_first.clone(), station.scene.clone(), station.turned);
            Callback::from(move |event: Event| match event {
                Event::First(row) => {
                    // What is followed goes along.
                    let column = hot.and_then(|id| scene.find(id)).map(|at| scene.place(at).1);
                    match column.and_then(|column| scene.cell(row, column)) {
                        Some(cell) => on.emit((at, Event::Walk(cell.id))),
                        None => {
                            let mut next = first;
                            next[at % 4] = row;
                            on_first.emit(next);
                        }
                    }
                }
                event => on.emit((at, event)),
            })
        };
        let hot = Hot { here: station.hot, is_wrong: station.is_wrong, ..Hot::default() };
        let style = (!props.is_narrow).then(|| format!("left:{}px;top:{WIRE}px", spot.x - GUTTER));
        let operation = props.operations.get(at).cloned().flatten().filter(|_| props.is_narrow);
        html! {
            <div class={classes!("station", (!station.is_on).then_some("is-off"))} {style}>
                { maybe(operation) }
                <Cells scene={&station.scene} geometry={spot.geometry} gutter={GUTTER}
                    {hot} has_rail={spot.geometry.rows < station.scene.rows()} is_beside={!station.is_on} ink={&props.ink} {on} />
            </div>
        }
    };
    let both: Vec<_> = props.stations.iter().zip(&spots).collect();
    let stations: Html = both.iter().copied().enumerate().map(station).collect();
    if props.is_narrow {
        return div("stations stack", stations);
    }
    let height = WIRE + TOP + props.height + 4.0;
    let (width, tall) = (props.width.to_string(), height.to_string());
    html! {
        <div class="stations" style={format!("height:{height}px")}>
            { stations }
            <svg class="trip-wires" {width} height={tall} aria-hidden="true">{ line(&both) }{ wires(&both) }</svg>
            { for operations(props, &spots) }
        </div>
    }
}

/// Where each is: as large as there is room for.
fn spots(props: &StationsProps, first: &[u32; 4]) -> Vec<Spot> {
    let wide = |station: &Station| station.cell * f64::from(station.scene.columns);
    let count = props.stations.len() as f64;
    let all: f64 = props.stations.iter().map(wide).sum();
    let gaps = (count - 1.0).max(1.0);
    let room = props.width - count * GUTTER - BEHIND;
    let scale = ((room - gaps * APART.0) / all).min(MOST);
    let apart = ((room - all * scale) / gaps).clamp(0.0, APART.1);
    let mut x = GUTTER;
    let spot = |(at, station): (usize, &Station)| {
        let scene = &station.scene;
        let first = first.get(at).copied().unwrap_or(0);
        let size = if props.is_narrow {
            let most = props.width - GUTTER - BEHIND;
            (wide(station).min(most), LOW * f64::from(rows_seen(scene)))
        } else {
            (wide(station) * scale, props.height)
        };
        let spot = Spot { x, geometry: geometry(scene, size, first, station.turned) };
        x += size.0 + apart + GUTTER;
        spot
    };
    props.stations.iter().enumerate().map(spot).collect()
}

/// The wire over the stations, a dot at each; where the trip goes it is thick.
fn line(both: &[(&Station, &Spot)]) -> Html {
    let part = |pair: &[(&Station, &Spot)]| {
        let [(from, a), (to, b)] = pair else {
            return Html::default();
        };
        let class = classes!("way", (from.is_on && to.is_on).then_some("on"));
        path(class, format!("M{} 10H{}", a.x + 6.0, b.x + 6.0))
    };
    let dot = |(station, spot): &(&Station, &Spot)| {
        let class = classes!("stop", station.is_on.then_some("on"));
        html! { <circle {class} cx={(spot.x + 6.0).to_string()} cy="10" r="6" /> }
    };
    in_turn((both.windows(2).map(part), both.iter().map(dot)))
}

/// The instructions, on the wire between their stations.
fn operations<'p>(props: &'p StationsProps, spots: &'p [Spot]) -> impl Iterator<Item = Html> + 'p {
    spots.windows(2).zip(1..).filter_map(|(pair, at)| {
        let operation = props.operations.get(at).cloned().flatten()?;
        let middle = pair.iter().map(|spot| spot.x + 6.0).sum::<f64>() / 2.0;
        Some(html! { <div key={at} class="operation" style={format!("left:{middle}px")}>{ operation }</div> })
    })
}

/// Where what is marked begins and ends in each row, along the upper edge of its cells.
fn ends(station: &Station, spot: &Spot) -> Vec<(f64, f64, f64)> {
    let (scene, geometry) = (&station.scene, &spot.geometry);
    let (width, _) = geometry.cell();
    let mut all: Vec<(u32, u32, u32)> = Vec::new();
    for at in station.hot.map(|id| scene.find_all(id)).unwrap_or_default() {
        let (row, column) = scene.place(at);
        match all.last_mut().filter(|last| last.0 == row) {
            Some(last) => last.2 = column,
            None => all.push((row, column, column)),
        }
    }
    let end = |(row, first, last): (u32, u32, u32)| {
        let (left, y) = geometry.corner(row, first);
        let right = left + width * f64::from(last - first + 1);
        (spot.x + left, spot.x + right, WIRE + TOP + y)
    };
    let seen = all.into_iter().filter(|one| geometry.shows(one.0));
    seen.map(end).collect()
}

/// Wires run along the lines between cells, so that they cross no number; between the stations they bend.
fn wires(both: &[(&Station, &Spot)]) -> Html {
    let mut paths = Vec::new();
    for pair in both.windows(2) {
        let [(from, a), (to, b)] = pair else { continue };
        if !from.is_on || !to.is_on {
            continue;
        }
        let (starts, mut goals) = (ends(from, a), ends(to, b));
        // A column is one thing.
        if starts.len() > 1 {
            goals.truncate(1);
        }
        let (edge, before) = (a.x + a.geometry.size.0, b.x - GUTTER + 4.0);
        let bend = (before - edge) / 2.0;
        for (_, x, y) in &starts {
            for (end, _, to_y) in &goals {
                paths.push(format!(
                    "M{x} {y}H{edge}C{} {y} {} {to_y} {before} {to_y}H{end}",
                    edge + bend,
                    before - bend
                ));
            }
        }
    }
    let wrong = both.iter().any(|(one, _)| one.is_wrong && one.is_on);
    let stroke = |class: &'static str| {
        let class = classes!("wire", class, wrong.then_some("is-wrong"));
        paths.iter().map(move |d| path(class.clone(), d.clone()))
    };
    in_turn((stroke("halo"), stroke("")))
}
