//! Only a record whose binding is verified binds to a call.

use sample_client::Client;
use sample_client::workflow::{Inputs, Workflow};

fn main() {
    let _ = |workflow: Workflow, client: Client, inputs: Inputs| workflow.prepare(&client, "video-a-text", inputs);
}
