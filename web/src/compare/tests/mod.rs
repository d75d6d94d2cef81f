//! What acts do to both, and how both are drawn.
