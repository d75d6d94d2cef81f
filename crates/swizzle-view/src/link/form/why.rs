//! The links of the page Why: `#/why?scene=tma`, `#/why?wires=2`, `#/why?scene=rows&xor=1`; an access that is tried there is in a link of [`LanesShown`].

use super::*;
use swizzle_core::named;

named! {
    /// A scene of the page Why.
    pub enum WhyScene "scene" {
        /// Eight threads, and the wires of the XOR.
        Threads => "threads",
        /// `ldmatrix` down plain rows, padded rows, and rows under the XOR.
        Rows => "rows",
        /// Tiles that TMA fills.
        Tma => "tma",
        /// Tiles that the tensor core reads.
        TensorCore => "tensor-core",
        /// Everything that was measured.
        Numbers => "numbers",
        /// An access of one's own.
        Access => "access",
    }
}

contents! {
    /// Contents of the page Why.
    WhyShown {
        /// The scene that is looked at.
        scene: WhyScene = WhyScene::Threads,
        /// The access that is tried, and the wires that are closed.
        lanes: LanesShown,
        /// The wires that are closed for the rows under the XOR.
        xor: Wires = Wires::ALL,
    }
}

impl Form for WhyShown {
    const PATH: &'static str = "#/why";
    const TABLE: Table<Self> = &[(
        "",
        rows! {
            "scene" = scene;
            "wires" = lanes.wires;
            "xor" = xor;
        },
    )];
}

/// Opens a link of the page Why, or of an access.
///
/// ```
/// use swizzle_view::link::{WhyScene, link_from_why, why_from_link};
/// let scene = |link| why_from_link(link).shown.scene;
/// assert_eq!(scene("#/why"), WhyScene::Threads);
/// assert_eq!(scene("#/why?scene=tma"), WhyScene::Tma);
/// // Links of accesses that are about the wires, about costs, and about an access.
/// assert_eq!(scene("#/memory/lanes?wires=1"), WhyScene::Threads);
/// assert_eq!(scene("#/memory/lanes?tab=costs"), WhyScene::Numbers);
/// assert_eq!(scene("#/memory/lanes?preset=transpose"), WhyScene::Access);
/// assert_eq!(why_from_link("#/why?wires=4").notices[0].part, "wires=4");
/// for link in ["#/why", "#/why?scene=tensor-core&wires=101", "#/why?scene=rows&xor=2", "#/memory/lanes", "#/memory/lanes?rows=32"] {
///     assert_eq!(link_from_why(&why_from_link(link).shown), link);
/// }
/// ```
pub fn why_from_link(link: &str) -> OpenedForm<WhyShown> {
    if !link.trim().starts_with(LanesShown::PATH) {
        return form_from_link(link);
    }
    let OpenedForm { shown, notices } = form_from_link::<LanesShown>(link);
    let scene = match shown.tab {
        LanesTab::Costs => WhyScene::Numbers,
        _ if shown.wires != Wires::OPEN => WhyScene::Threads,
        _ => WhyScene::Access,
    };
    let lanes = LanesShown { tab: LanesTab::Conflicts, ..shown };
    let shown = WhyShown { scene, lanes, ..WhyShown::default() };
    OpenedForm { shown, notices }
}

/// The link of the page Why, from `#` on. Of an access it has nothing of the wires, and the other way around.
pub fn link_from_why(shown: &WhyShown) -> String {
    match shown.scene {
        WhyScene::Access => link_from_form(&LanesShown { wires: Wires::OPEN, ..shown.lanes.clone() }),
        _ => link_from_form(shown),
    }
}
