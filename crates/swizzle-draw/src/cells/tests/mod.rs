//! Scenes and where their cells are.

use super::*;

fn scene() -> Scene {
    let cell = |id| Cell { id, look: if id == 9 { Look::Wrong } else { Look::Plain }, ..Cell::default() };
    Scene { columns: 4, cells: (0..32).map(cell).collect(), ..Scene::default() }
}

#[test]
fn a_point_and_a_cell_are_each_others_inverse() {
    let geometry = Geometry { size: (448.0, 448.0), columns: 8, rows: 16, first: 16 };
    for (row, column) in [(16, 0), (20, 7), (31, 3)] {
        let (x, y) = geometry.corner(row, column);
        assert_eq!(geometry.at(x + 1.0, y + 1.0), Some((row, column)));
    }
    assert_eq!((geometry.at(-1.0, 0.0), geometry.at(448.0, 0.0)), (None, None));
    assert_eq!((geometry.turned_to(20), geometry.turned_to(40)), (16, 32));
}

#[test]
fn a_square_is_a_square_at_every_zoom() {
    for rows in [8, 16, 32, 64] {
        let (width, height) = Geometry { size: (448.0, 448.0), columns: 8, rows, first: 0 }.cell();
        assert_eq!((width * 8.0, height * f64::from(rows)), (448.0, 448.0));
    }
}

#[test]
fn arrow_keys_lead_by_place_or_by_number() {
    let listed = Scene {
        cells: [7, NONE, 3, 5].map(|id| Cell { id, ..Cell::default() }).into(),
        is_listed: true,
        ..scene()
    };
    let beside = |from, key| listed.beside(from, key, 0);
    assert_eq!((beside(None, "ArrowDown"), beside(Some(2), "ArrowRight")), (Some(3), Some(5)));
    assert_eq!((beside(Some(0), "ArrowUp"), beside(Some(0), "ArrowDown")), (Some(5), None));
    assert_eq!(scene().beside(Some(5), "ArrowDown", 0), Some(9));
}

#[test]
fn an_edge_goes_around_a_set_and_not_through_it() {
    let geometry = Geometry { size: (4.0, 4.0), columns: 4, rows: 4, first: 0 };
    // Two cells beside each other have six sides in common with the rest, four cells in a square have eight.
    assert_eq!(geometry.edge(&[0, 1]).matches('M').count(), 6);
    assert_eq!(geometry.edge(&[0, 1, 4, 5]).matches('M').count(), 8);
    // The end of a row is not beside the start of the next.
    assert_eq!(geometry.edge(&[3, 4]).matches('M').count(), 8);
    assert_eq!(geometry.edge(&[16]), "");
    // What goes on out of view is closed at the edge of the view.
    assert_eq!(geometry.edge(&[12, 16]).matches('M').count(), 4);
}

#[test]
fn an_arrow_ends_at_the_edge_of_its_cell() {
    let geometry = Geometry { size: (40.0, 40.0), columns: 4, rows: 4, first: 0 };
    // From row 0, column 2 to row 3, column 0: along the row, and down to the upper edge.
    assert_eq!(geometry.lead(2, 12), "M26 5H5V28m-5 -7l5 7l5 -7");
    assert_eq!(geometry.lead(1, 3), "M14 5H28m-7 -5l7 5l-7 5");
    assert_eq!(geometry.lead(5, 1), "M15 15H15V12m-5 7l5 -7l5 7");
    assert_eq!((geometry.lead(1, 1), geometry.lead(1, 16)), (String::new(), String::new()));
}

#[test]
fn arrow_keys_stay_inside() {
    let scene = scene();
    assert_eq!(scene.beside(None, "ArrowDown", 2), Some(8));
    assert_eq!(scene.beside(Some(8), "ArrowLeft", 0), None);
    assert_eq!(scene.beside(Some(8), "ArrowUp", 0), Some(4));
    assert_eq!(scene.beside(Some(28), "ArrowDown", 0), None);
    for (key, to) in [("Home", 8), ("End", 11), ("PageUp", 1), ("PageDown", 29)] {
        assert_eq!(scene.beside(Some(9), key, 0), Some(to), "{key}");
    }
}

#[test]
fn a_run_of_rows_knows_whether_it_is_wrong() {
    assert!(scene().has_wrong(2..3) && !scene().has_wrong(0..2) && !scene().has_wrong(40..44));
    assert_eq!((scene().find(9), scene().find(NONE)), (Some(9), None));
}
