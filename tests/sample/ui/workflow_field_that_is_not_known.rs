//! A record is closed at every level.

use sample_client::workflow::ContinueAction;

fn main() {
    let _ = |action: ContinueAction| ContinueAction { note: "what for?".to_owned(), ..action };
}
