//! An encrypted connection to the mock gateway, and a proxy. The certificates are for `gateway.example` and
//! `files.example`; they are valid until 2120, and trusted nowhere but in tests.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use sample_client::rustls::pki_types::pem::PemObject as _;
use sample_client::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use sample_client::rustls::{self, ServerConfig, ServerConnection};

/// Certificate of the test authority, in PEM.
pub const AUTHORITY: &str = include_str!("ca.pem");

/// A port on loopback that accepts TLS and passes the plain bytes on to another port. Returns its address.
pub fn encrypted(to: SocketAddr) -> SocketAddr {
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("server.key")).expect("a key");
    let certificate = CertificateDer::from_pem_slice(include_bytes!("server.pem")).expect("a certificate");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.expect("ring supports them").with_no_client_auth().with_single_cert(vec![certificate], key);
    let config = Arc::new(config.expect("they belong together"));
    listen(move |client| {
        let (Ok(server), Ok(tls)) = (TcpStream::connect(to), ServerConnection::new(config.clone())) else { return };
        let (Ok(to_client), Ok(from_server)) = (client.try_clone(), server.try_clone()) else { return };
        let tls = Arc::new(Mutex::new(tls));
        let encrypting = tls.clone();
        thread::spawn(move || encrypt(from_server, to_client, &encrypting));
        let _ = decrypt(&client, &server, &tls);
        // The other thread ends, too.
        let _ = (client.shutdown(std::net::Shutdown::Both), server.shutdown(std::net::Shutdown::Both));
    })
}

fn decrypt(mut client: &TcpStream, mut server: &TcpStream, tls: &Mutex<ServerConnection>) -> std::io::Result<()> {
    let mut buffer = [0; 1 << 14];
    loop {
        let count = client.read(&mut buffer)?;
        if count == 0 {
            return Ok(());
        }
        let (mut bytes, mut plain) = (&buffer[..count], Vec::new());
        let mut tls = tls.lock().unwrap_or_else(PoisonError::into_inner);
        while !bytes.is_empty() {
            tls.read_tls(&mut bytes)?;
            let state = tls.process_new_packets();
            flush(&mut tls, client)?;
            let mut part = vec![0; state.map_err(std::io::Error::other)?.plaintext_bytes_to_read()];
            tls.reader().read_exact(&mut part)?;
            plain.append(&mut part);
        }
        drop(tls);
        server.write_all(&plain)?;
    }
}

fn encrypt(mut server: TcpStream, client: TcpStream, tls: &Mutex<ServerConnection>) {
    let mut buffer = [0; 1 << 14];
    while let Ok(count @ 1..) = server.read(&mut buffer) {
        let mut tls = tls.lock().unwrap_or_else(PoisonError::into_inner);
        if tls.writer().write_all(&buffer[..count]).and_then(|()| flush(&mut tls, &client)).is_err() {
            return;
        }
    }
    let _ = client.shutdown(std::net::Shutdown::Both);
}

fn flush(tls: &mut ServerConnection, mut client: &TcpStream) -> std::io::Result<()> {
    while tls.wants_write() {
        tls.write_tls(&mut client)?;
    }
    Ok(())
}

/// A proxy on loopback, which connects every client to the same address, whatever host it asks for.
pub struct Proxy {
    address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Proxy {
    /// Starts a proxy.
    pub fn start(to: SocketAddr) -> Self {
        let heads = Arc::new(Mutex::new(Vec::new()));
        let seen = heads.clone();
        let address = listen(move |mut client| {
            let mut head = Vec::new();
            let mut byte = [0];
            while !head.ends_with(b"\r\n\r\n") && matches!(client.read(&mut byte), Ok(1)) {
                head.push(byte[0]);
            }
            seen.lock().unwrap_or_else(PoisonError::into_inner).push(String::from_utf8_lossy(&head).into_owned());
            let (Ok(server), Ok(())) = (TcpStream::connect(to), client.write_all(b"HTTP/1.1 200 OK\r\n\r\n")) else {
                return;
            };
            let (Ok(mut to_client), Ok(mut from_server)) = (client.try_clone(), server.try_clone()) else { return };
            thread::spawn(move || {
                let _ = std::io::copy(&mut from_server, &mut to_client);
                let _ = to_client.shutdown(std::net::Shutdown::Both);
            });
            let _ = std::io::copy(&mut client, &mut &server);
            let _ = server.shutdown(std::net::Shutdown::Both);
        });
        Self { address, heads }
    }

    /// URL of the proxy.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Heads of all requests to the proxy.
    pub fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Accepts connections on loopback until the program ends, each in its own thread.
fn listen(serve: impl Fn(TcpStream) + Clone + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let address = listener.local_addr().expect("it is bound");
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let serve = serve.clone();
            thread::spawn(move || serve(client));
        }
    });
    address
}
