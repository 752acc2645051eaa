pub fn without_a_member_of_its_group(client: &archive_client::Client) {
    let _ = client.alder().article();
}
