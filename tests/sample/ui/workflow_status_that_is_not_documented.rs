//! Statuses are those of the document, and no others.

use sample_client::workflow::ContractStatus;

fn main() {
    let _ = ContractStatus::AlmostVerified;
}
