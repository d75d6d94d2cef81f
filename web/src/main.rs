//! The Swizzle Atlas page.
use yew::prelude::*;
#[component]
fn App() -> Html {
    html! { <p>{ "Swizzle Atlas" }</p> }
}
fn main() {
    console_error_panic_hook::set_once();
    yew::Renderer::<App>::new().render();
}
