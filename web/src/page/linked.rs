//! The content of a page, kept in step with its address.

use super::*;
use swizzle_view::link::Form;

/// How a page is read from its link and written into it.
pub struct Format<T: 'static> {
    /// Whether an address is of this page.
    pub is_own: fn(&Route<'_>) -> bool,
    /// Opens a link.
    pub read: fn(&str) -> OpenedForm<T>,
    /// Writes it.
    pub write: fn(&T) -> String,
    /// Key under which the link that leads back here is kept.
    pub way_back: &'static str,
}

impl<T: Form> Format<T> {
    /// That of a form.
    pub const fn of_form(is_own: fn(&Route<'_>) -> bool) -> Self {
        Self { is_own, read: form_from_link, write: link_from_form, way_back: T::PATH }
    }
}

/// Returns the content from the address, and the callback that shows other content: the address follows soon, in place.
#[hook]
pub fn use_linked<T>(format: &'static Format<T>) -> (OpenedForm<T>, Callback<T>)
where
    T: Clone + PartialEq + 'static,
{
    let opened = use_state_eq(|| (format.read)(&browser::hash()));
    let last = use_mut_ref(browser::hash);
    let address = {
        let (last, on_opened) = (last.clone(), opened.setter());
        use_opened(
            |hash| (format.is_own)(&Route::of(hash)),
            move |hash| {
                on_opened.set((format.read)(&hash));
                last.replace(hash);
            },
        )
    };
    {
        let left = (address.clone(), last.clone());
        use_effect_with((), move |()| {
            move || {
                let (address, last) = left;
                address.forget();
                browser::hand_over(format.way_back, &last.borrow());
            }
        });
    }
    let on_shown = {
        let on_opened = opened.setter();
        Callback::from(move |shown: T| {
            let link = (format.write)(&shown);
            last.replace(link.clone());
            address.write_soon(link);
            on_opened.set(OpenedForm { shown, notices: Vec::new() });
        })
    };
    ((*opened).clone(), on_shown)
}

/// A value that follows from a page's, and what changes the page.
pub fn part_of<T: Clone + 'static, V: 'static>(
    shown: &T,
    on_shown: &Callback<T>,
    change: impl Fn(&mut T, V) + 'static,
) -> Callback<V> {
    let shown = shown.clone();
    on_shown.reform(move |value| {
        let mut shown = shown.clone();
        change(&mut shown, value);
        shown
    })
}
