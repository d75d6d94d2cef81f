//! No input that nobody would write makes a reader panic, lose a word or take long.

#[path = "all.rs"]
mod all;
mod counted;

macro_rules! feed {
    ($($reader:ident),*) => {$(
        #[test]
        fn $reader() {
            counted::feed(stringify!($reader), &all::$reader::TARGET);
        }
    )*};
}

all::each!(feed);
