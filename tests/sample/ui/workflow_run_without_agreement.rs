//! Nothing is sent before the caller has agreed.

use sample_client::workflow::Preflight;

fn main() {
    let _ = |preflight: Preflight| preflight.run();
}
