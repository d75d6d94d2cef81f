//! What is below the squares of a figure of a tile: the bytes of a unit, and the descriptor.

use super::*;
use swizzle_text::{fields_caption, tally_text};

impl Live<'_> {
    /// The bytes of one unit: which elements are in each, unless that would answer the question, and which are padding.
    pub fn unit(&self) -> Html {
        let element = self.picture.spec.tile().element;
        let bytes: Vec<_> = (0..UNIT_BYTES).map(|byte| element.elements_in_byte(byte)).collect();
        let padding = bytes.iter().filter(|byte| byte.is_none()).count();
        let cell = |elements: &Option<(u32, u32)>| {
            let words = match elements {
                Some((first, last)) if !self.is_asking && first == last => first.to_string(),
                Some((first, last)) if !self.is_asking => format!("{first}–{last}"),
                _ => String::new(),
            };
            html! { <i class={classes!(elements.is_none().then_some("is-padding"))}>{ words }</i> }
        };
        let words = match padding {
            0 => "The bytes of one unit: no padding.".into(),
            _ => format!("The bytes of one unit: the last {padding} are padding."),
        };
        html! { <><div class="learn-unit" aria-hidden="true">{ for bytes.iter().map(cell) }</div>{ p("q s", words) }</> }
    }

    /// The descriptor of the figure's step, its fields where they are taught, and what it reads of the tile.
    pub fn descriptor(&self) -> Html {
        let Picture { descriptor, looked_at, drawing, .. } = &**self.picture;
        let hex = descriptor.map_or_else(|| looked_at.tile().swizzle.name().into(), |one| one.to_string());
        let fields = match self.figure.strides {
            Strides::Hidden => String::new(),
            Strides::Drawn | Strides::Answered => format!("{}; ", fields_caption(looked_at)),
        };
        let line = format!(": {fields}{}.", tally_text(drawing.found.tally()));
        html! { <p class="learn-descriptor" aria-live="polite"><code class="b">{ hex }</code>{ line }</p> }
    }
}
