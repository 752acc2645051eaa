//! Receives a decompression bomb and prints by how much its memory grew, and the error.
#![forbid(unsafe_code)]

fn main() {
    let client = sample_client::Client::from_env().expect("it is there");
    let peak = || {
        let status = std::fs::read_to_string("/proc/self/status").expect("it is there");
        let line = status.lines().find(|it| it.starts_with("VmHWM:")).expect("it is there");
        line.split_whitespace().nth(1).expect("it is there").parse::<usize>().expect("it is there") * 1024
    };
    let before = peak();
    let patient = std::time::Duration::from_secs(300); // the gateway has to compress it first
    let search = client.p1().search("tea").settings(|it| it.head_timeout = patient);
    let error = search.send().wait().expect_err("it is too large");
    println!("{}\t{}", peak() - before, error);
}
