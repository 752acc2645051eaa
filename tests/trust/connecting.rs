//! Connect timeout, for the client and for one call.

use std::time::{Duration, Instant};

use sample_client::{Charge, Client, Error, Settings};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::timeout;

/// Starts a server with a full accept queue, so that a connection is neither accepted nor refused.
async fn busy_server() -> (TcpListener, Vec<TcpStream>) {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(([127, 0, 0, 1], 0).into()).expect("loopback");
    let listener = socket.listen(1).expect("loopback");
    let address = listener.local_addr().expect("it is bound");
    let mut waiting = Vec::new();
    for _ in 0..100 {
        match timeout(Duration::from_millis(200), TcpStream::connect(address)).await {
            Ok(connected) => waiting.push(connected.expect("loopback")),
            Err(_) => return (listener, waiting),
        }
    }
    panic!("a queue of one took a hundred");
}

fn client(listener: &TcpListener) -> Client {
    let base = format!("http://{}", listener.local_addr().expect("it is bound"));
    let patient = |it: &mut Settings| (it.max_attempts, it.connect_timeout) = (1, Duration::from_secs(600));
    Client::builder(&base, "key").settings(patient).build().expect("valid")
}

#[tokio::test]
async fn a_connect_timeout_per_call_sends_nothing() {
    let (listener, _waiting) = busy_server().await;
    let begun = Instant::now();
    let hurried = client(&listener).p1().trending().settings(|it| it.connect_timeout = Duration::from_millis(100));
    let error = hurried.send().await.expect_err("the queue is full");
    assert!(matches!(&error, Error::Timeout(it) if it.charge == Charge::No), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(100), "the limit of the client is 600 s: {:?}", begun.elapsed());
}

#[tokio::test]
async fn the_head_timeout_starts_after_connecting() {
    let (listener, waiting) = busy_server().await;
    let patience = Duration::from_secs(2);
    let call = client(&listener).p1().trending().settings(|it| it.head_timeout = patience).send();
    let begun = Instant::now();
    let answering = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(2_300)).await;
        // The operating system retries the connection after three seconds, for example: later than the head timeout.
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                if stream.read(&mut [0; 4096]).await? == 0 {
                    return Ok(());
                }
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 17\r\n\r\n{\"data\":{\"id\":7}}").await
            });
        }
    });
    let reply = timeout(Duration::from_secs(20), call).await.expect("it is answered");
    assert_eq!(reply.expect("data").data["id"], 7);
    assert!(begun.elapsed() > patience, "connecting alone took longer: {:?}", begun.elapsed());
    answering.abort();
    drop(waiting);
}
