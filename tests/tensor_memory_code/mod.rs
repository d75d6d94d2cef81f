//! The address arithmetic of the code for tensor memory, compiled for this machine and run over all elements: against the
//! tables of the manual and CuTe's golden maps, which the code does not know.

mod case;
mod cxx;
mod python;
mod read_d;
mod scales;
mod text;
