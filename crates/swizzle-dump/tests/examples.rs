//! The examples are what they are called.

use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::Named as _;
use swizzle_core::law::Swizzle;
use swizzle_dump::{Example, Exchange, Form, dump_from_bytes, read_of_dump, recognize};

#[test]
fn each_example_is_recognized_as_what_it_is() {
    for example in Example::ALL {
        let dump = dump_from_bytes(example.text().as_bytes(), 16).expect("a dump");
        let dumps = Vec::from([dump]);
        let found = recognize(&dumps, &example.asked()).expect("an answer");
        let first = found.first().expect("a layout");
        assert_eq!((first.right, first.of), (4096, 4096), "{}", example.title());
        let is_it = match example {
            Example::Right => first.form == Form::Canonical(Swizzle::B128) && first.base_offset == 0,
            Example::FromBuffer => first.form == Form::Canonical(Swizzle::B128) && first.base_offset == 4,
            Example::NarrowMask => {
                let exchange = Exchange::Xor { shift: 0, bits: 2 };
                matches!(first.form, Form::Rows { exchange: is, pitch: 128, .. } if is == exchange)
            }
            Example::Padded => {
                matches!(first.form, Form::Rows { exchange: Exchange::None, pitch: 144, .. })
            }
        };
        assert!(is_it, "{}: {}", example.title(), first.text());
        let read = read_of_dump(first, Descriptor::guessed(example.descriptor()));
        let (right, of) = read.expect("a read").right_of();
        assert_eq!(right == of, *example == Example::Right, "{}", example.title());
    }
}
