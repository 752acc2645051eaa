//! Names that generated code uses: everything in the root of this crate, and the types and traits below. Programs need only the
//! root; what is only here can change in any version.

#[cfg(feature = "http")]
pub use crate::http::tables::{BuildClient, ClientTables};
pub use crate::operation::learned::{LearnedField, LearnedNode, LearnedShape};
#[doc(no_inline)]
pub use crate::*;
