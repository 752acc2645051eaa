//! What is always false cannot be set.

use sample_client::workflow::{RecoveryPolicy, True};

fn main() {
    let _ = |policy: RecoveryPolicy| RecoveryPolicy { automatic_fallback: True, ..policy };
}
