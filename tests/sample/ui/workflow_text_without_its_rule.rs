//! A text that has a rule is made by what checks it.

use sample_client::workflow::Workflow;

fn main() {
    let _ = |workflow: Workflow| Workflow { slug: "Two Words".to_owned(), ..workflow };
}
