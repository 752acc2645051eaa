pub fn a_film_model_in_a_conversation(client: &studio_client::Client) {
    let _ = client.talk(studio_client::models::film::FILM_NOIR, "Hello.");
}
