use sample_client::gateway::B20FullReferenceReferences;

fn main() {
    let _ = B20FullReferenceReferences::audio("https://files.example/a.mp3");
}
