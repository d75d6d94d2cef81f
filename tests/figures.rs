//! Every figure draws its file: numbers and parameters as text, to be laid beside the PTX ISA.
//!
//! `UPDATE_FIGURES=1 cargo test -p swizzle-tests figures::` writes the files anew; read them before they are
//! committed. The numbers of Figure 157 are typed out below from the one picture that was looked at as pixels.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use swizzle_core::law::{exact_text, repeats_from_extent, symbolic_text};
use swizzle_core::{Named as _, Stride};
use swizzle_draw::scene::{
    CellAt, Occupancy, PaneKind, Window, matrix_scene, matrix_size, memory_scene, memory_size,
};
use swizzle_draw::{Palette, Theme, text_from_scene};
use swizzle_lints::findings_from_spec;
use swizzle_view::state::{Figure, figures};
use swizzle_view::{Export, Format, export_from_shown, figure};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/figures")
}

/// Compares with a file, or writes it when asked to.
fn assert_file(name: &str, drawn: &str) {
    let path = folder().join(name);
    if std::env::var_os("UPDATE_FIGURES").is_some() {
        fs::write(&path, drawn).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    assert_eq!(drawn, kept, "{name} differs from what is drawn");
}

fn document(figure: &Figure) -> String {
    let spec = figure.shown.spec().unwrap();
    let (tile, view) = (spec.tile(), figure.shown.view);
    let repeats = repeats_from_extent(spec.layout(), spec.extent());
    let occupancy = Occupancy::of_tile(&spec);
    let mut text = format!("Figure {}: {}\n\n", figure.number, figure.name);
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<13}{value}");
    };
    line("architecture", spec.reader().arch.name().into());
    line("element", tile.element.name().into());
    line("T", tile.element.per_unit().to_string());
    line("m, k", format!("{}, {}", repeats.m, repeats.k));
    line("symbolic", symbolic_text(tile.major, tile.swizzle));
    line("exact", exact_text(spec.layout(), spec.extent()));
    for stride in [Stride::Lbo, Stride::Sbo] {
        let read = spec.read(0).stride_bytes(stride);
        line(stride.name(), format!("{read} bytes, encoded {}", read >> 4));
    }
    line(
        "descriptor",
        spec.descriptor(0).map_or_else(|why| why.to_string(), |descriptor| descriptor.to_string()),
    );
    for finding in findings_from_spec(&spec) {
        line(finding.severity.name(), finding.title);
    }
    let matrix = Window::all(matrix_size(&spec, &view));
    let memory = Window::all(memory_size(&spec, &occupancy, &view));
    let _ = writeln!(
        text,
        "\n{}\n{}",
        text_from_scene(&matrix_scene(&spec, &view, &matrix)),
        text_from_scene(&memory_scene(&spec, &occupancy, &view, &memory)),
    );
    text
}

#[test]
fn every_figure_draws_its_file() {
    let mut count = 0;
    for figure in figures() {
        assert_file(&format!("{}.txt", figure.number), &document(&figure));
        count += 1;
    }
    assert_eq!(count, 15 + 5 + 1);
}

#[test]
fn every_file_is_a_figure() {
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let number = name.split('.').next().unwrap().parse().unwrap();
        assert!(figure(number).is_some(), "{name} belongs to no figure");
    }
}

#[test]
fn figure_157_has_the_64_numbers_of_the_manual() {
    const NUMBERS: &str = "\
         0  1  2  3  4  5  6  7
         9  8 11 10 13 12 15 14
        18 19 16 17 22 23 20 21
        27 26 25 24 31 30 29 28
        36 37 38 39 32 33 34 35
        45 44 47 46 41 40 43 42
        54 55 52 53 50 51 48 49
        63 62 61 60 59 58 57 56";
    let figure = figure(157).unwrap();
    let (spec, view) = (figure.shown.spec().unwrap(), figure.shown.view);
    let size = matrix_size(&spec, &view);
    assert_eq!((size.columns, size.rows), (8, 8));
    let scene = matrix_scene(&spec, &view, &Window::all(size));
    for (row, numbers) in (0..).zip(NUMBERS.lines()) {
        for (column, number) in (0..).zip(numbers.split_whitespace()) {
            let cell = scene.cell(CellAt { column, row }).unwrap();
            assert_eq!(cell.label.to_string(), number);
            // The manual's colours repeat with the number modulo 8.
            assert_eq!(i32::from(cell.colour), number.parse::<i32>().unwrap() % 8);
        }
    }
}

#[test]
fn the_readme_picture_is_what_the_program_draws() {
    let figure = figure(157).unwrap();
    let export = Export {
        kind: PaneKind::Matrix,
        format: Format::Svg,
        palette: Palette::Isa,
        theme: Theme::Light,
        base: None,
    };
    assert_file("157.svg", &export_from_shown(&figure.shown, &export).unwrap());
}
