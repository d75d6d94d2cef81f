//! A scene as a table of text.

use super::*;

/// A scene as a table of text, for who reads it.
pub fn as_table(scene: &Scene) -> Html {
    let [across, down] = scene.axes;
    let columns = (0..scene.columns).map(|at| format!("{} {}", across.name, across.text(at)));
    let columns = [String::new()].into_iter().chain(columns);
    let row = |row: u32| {
        let text = |column: u32| scene.cell(row, column).map(|cell| cell.label.to_string());
        tr(down.text(row), (0..scene.columns).map(|column| text(column).unwrap_or_default()))
    };
    html! {
        <div class="scroller" tabindex="0" role="region" aria-label={format!("{} as a table", scene.name)}>
            <table class="table"><caption>{ scene.name }</caption>
                { heads(columns) }
                <tbody>{ for (0..scene.rows()).map(row) }</tbody></table>
        </div>
    }
}
