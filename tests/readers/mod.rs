//! Even inputs that no one would write do not make a reader panic, lose a word or take long.

#[path = "all.rs"]
pub(crate) mod all;
mod counted;

macro_rules! feed {
    ($($reader:ident),*) => {$(
        #[test]
        fn $reader() {
            counted::feed(&all::$reader::TARGET);
        }
    )*};
}

all::each!(feed);
