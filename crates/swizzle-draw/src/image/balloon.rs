//! The drawing of the picture test: a striped balloon over hills and a lake. Top and bottom, left and right, and every band
//! of eight rows differ, so that anything a read exchanges is visible.

use crate::palette::Rgb;

const SKY: [Rgb; 4] = [[92, 158, 214], [124, 182, 226], [160, 206, 236], [200, 228, 242]];
const SUN: Rgb = [255, 208, 84];
const CLOUD: Rgb = [255, 255, 255];
const FAR_HILL: Rgb = [104, 120, 168];
const SNOW: Rgb = [240, 244, 250];
const HILL: Rgb = [74, 130, 92];
const TREE: Rgb = [34, 84, 60];
const TRUNK: Rgb = [92, 62, 42];
const LAKE: Rgb = [44, 98, 150];
const RIPPLE: Rgb = [98, 152, 196];
const STRIPES: [Rgb; 3] = [[206, 58, 48], [250, 240, 222], [232, 136, 44]];
const ROPE: Rgb = [60, 48, 44];
const BASKET: Rgb = [128, 84, 46];

/// The colour at a place, from 0 to 1 to the right and down.
pub(super) fn colour(x: f64, y: f64) -> Rgb {
    balloon(x, y).or_else(|| tree(x, y)).or_else(|| ground(x, y)).unwrap_or_else(|| sky(x, y))
}

fn is_in_ellipse(x: f64, y: f64, (middle_x, middle_y): (f64, f64), (wide, high): (f64, f64)) -> bool {
    ((x - middle_x) / wide).powi(2) + ((y - middle_y) / high).powi(2) <= 1.0
}

fn balloon(x: f64, y: f64) -> Option<Rgb> {
    let (middle, narrow) = (0.36, 0.5);
    let is_round = is_in_ellipse(x, y, (middle, 0.27), (0.21, 0.22));
    // Below its middle the hull narrows towards the basket.
    let side = 0.21 - (y - 0.33) * 0.8;
    let is_cone = (0.33..narrow).contains(&y) && (x - middle).abs() <= side;
    if is_round && y < 0.4 || is_cone {
        let across = (x - middle) / if is_cone { side.max(0.05) } else { 0.21 };
        let stripe = ((across + 1.0) * 3.5) as usize;
        return Some(STRIPES[stripe % STRIPES.len()]);
    }
    let is_rope = (narrow..0.57).contains(&y) && ((x - middle).abs() - 0.05).abs() < 0.012;
    let is_basket = (0.57..0.64).contains(&y) && (x - middle).abs() < 0.065;
    match (is_rope, is_basket) {
        (true, _) => Some(ROPE),
        (_, true) => Some(BASKET),
        _ => None,
    }
}

fn tree(x: f64, y: f64) -> Option<Rgb> {
    let is_crown = [(0.56, 0.05), (0.63, 0.075), (0.7, 0.1)]
        .into_iter()
        .any(|(top, wide)| (top..top + 0.1).contains(&y) && (x - 0.86).abs() <= (y - top) / 0.1 * wide);
    let is_trunk = (0.8..0.87).contains(&y) && (x - 0.86).abs() < 0.02;
    match (is_crown, is_trunk) {
        (true, _) => Some(TREE),
        (_, true) => Some(TRUNK),
        _ => None,
    }
}

fn ground(x: f64, y: f64) -> Option<Rgb> {
    let hill = 0.72 + 0.05 * (x * 7.0).sin() + 0.06 * x;
    let peak = |top_x: f64, top_y: f64| top_y + (x - top_x).abs() * 0.9;
    let mountain = peak(0.7, 0.44).min(peak(0.1, 0.54));
    if y > 0.84 + 0.02 * (x * 9.0).cos() {
        let is_ripple = ((y * 32.0) as u32).is_multiple_of(2) && (x * 5.0 + y * 11.0).fract() < 0.35;
        return Some(if is_ripple { RIPPLE } else { LAKE });
    }
    if y > hill {
        return Some(HILL);
    }
    (y > mountain).then_some(if y < mountain + 0.07 && y < 0.6 { SNOW } else { FAR_HILL })
}

fn sky(x: f64, y: f64) -> Rgb {
    if is_in_ellipse(x, y, (0.82, 0.16), (0.1, 0.1)) {
        return SUN;
    }
    let clouds = [((0.68, 0.34), (0.12, 0.025)), ((0.62, 0.08), (0.08, 0.02)), ((0.08, 0.12), (0.09, 0.022))];
    if clouds.into_iter().any(|(middle, size)| is_in_ellipse(x, y, middle, size)) {
        return CLOUD;
    }
    SKY[((y * 6.0) as usize).min(SKY.len() - 1)]
}
