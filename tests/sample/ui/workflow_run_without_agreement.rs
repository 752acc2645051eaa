//! Nothing is sent before somebody has agreed.

use sample_client::workflow::Preflight;

fn main() {
    let _ = |preflight: Preflight| preflight.run();
}
