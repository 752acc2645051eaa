//! The generated client: its requests to a server on loopback, and its handling of the responses.

use sample_client::social::{p1, p2, p4, p5, p7, p15, p16};
use sample_client::{
    ChatModel, Client, Endpoint, Error, ParamValue, ReplyEndpoint, Request, Result, Status, Typed, models,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// Starts a server for one request. Returns a client, and a task that returns the request.
async fn serve_once(status: &str, body: &str) -> (Client, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback");
    let address = listener.local_addr().expect("it is bound");
    let answer = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nx-request-id: r1\r\n\r\n{body}", body.len());
    let asked = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("the client connects");
        let mut request = Vec::new();
        while !request.windows(4).any(|it| it == b"\r\n\r\n") {
            let read = stream.read_buf(&mut request).await.expect("the client sends");
            assert!(read > 0, "the request ends with an empty line");
        }
        stream.write_all(answer.as_bytes()).await.expect("the client reads");
        String::from_utf8(request).expect("a request is text")
    });
    (Client::new(&format!("http://{address}"), "canary").expect("loopback may be http"), asked)
}

#[tokio::test]
async fn a_call_is_one_get_with_the_key_and_its_reply_is_decoded() {
    let body = r#"{"object":"social.result","platform":"p1","capability":"search","data":{"cursor":"a+b/="},"new":1}"#;
    let (client, asked) = serve_once("200 OK", body).await;
    let reply = client.p1().search("绿茶").sort_type(p1::SearchSortType::Latest).send().await.expect("200");

    let asked = asked.await.expect("the server ends");
    assert!(asked.starts_with("GET /v1/social/p1/search?keyword=%E7%BB%BF%E8%8C%B6&sort_type=2 HTTP/1.1"), "{asked}");
    assert!(asked.to_lowercase().contains("authorization: bearer canary"), "{asked}");

    #[derive(serde::Deserialize)]
    struct Page {
        cursor: String,
    }
    assert_eq!(reply.data_as::<Page>().expect("it has a cursor").cursor, "a+b/=");
    assert_eq!((reply.status, reply.platform.as_str(), reply.other["new"].as_i64()), (200, "p1", Some(1)));
    assert_eq!(reply.headers["x-request-id"], "r1");
    assert!(matches!(reply.data_as::<Vec<i32>>(), Err(Error::Decode(_))));
}

async fn refused(status: &str, code: &str) -> Error {
    let body = format!(r#"{{"error":{{"message":"why","code":"{code}"}}}}"#);
    let (client, _asked) = serve_once(status, &body).await;
    let ended: Result<_> = client.p1().trending().settings(|it| it.max_attempts = 1).send().await;
    ended.expect_err("it was refused")
}

#[tokio::test]
async fn every_refusal_of_the_service_has_its_own_error() {
    assert!(matches!(refused("400 Bad Request", "missing_parameter").await, Error::BadParameter(_)));
    assert!(matches!(refused("403 Forbidden", "model_requires_topup").await, Error::NeedsTopUp(_)));
    assert!(matches!(refused("404 Not Found", "").await, Error::NoSuchEndpoint(_)));
    assert!(matches!(refused("404 Not Found", "social_data_no_result").await, Error::NoResult(_)));
    assert!(matches!(refused("429 Too Many", "social_data_capacity_reached").await, Error::Capacity { .. }));
    assert!(matches!(refused("502 Bad Gateway", "").await, Error::SourceFailed(_)));
    assert!(matches!(refused("503 Unavailable", "social_data_unavailable").await, Error::Paused(_)));
    let Error::Refused(failure) = refused("403 Forbidden", "x").await else { panic!("a code that is not published") };
    assert_eq!((failure.code.as_deref(), failure.message.as_deref()), (Some("x"), Some("why")));
    for other in ["302 Found", "405 Not Allowed", "410 Gone", "418 Oh", "500 Oh"] {
        assert!(matches!(refused(other, "x").await, Error::ChargeUnknown(_)), "{other} is not known to be free");
    }
}

fn url(request: Result<sample_client::HttpRequest>) -> String {
    request.expect("a request of the catalog is valid").url.as_str().replace("https://gateway.example", "")
}

fn client() -> Client {
    Client::new("https://gateway.example", "key").expect("valid")
}

#[test]
fn a_selector_can_be_made_from_parts_if_they_are_enough() {
    let mut parts = p2::PostTargetParts::default();
    assert!(p2::PostTarget::from_parts(parts.clone()).is_none());
    parts.note_id = Some(String::new());
    assert!(p2::PostTarget::from_parts(parts.clone()).is_none(), "an empty text does not satisfy a group");
    parts.share_text = Some("look".into());
    let target = p2::PostTarget::from_parts(parts).expect("one member is enough");
    assert_eq!(url(client().p2().post(target).request()), "/v1/social/p2/post?share_text=look");
}

#[test]
fn a_member_can_be_added_to_a_selector() {
    let target = p7::PostTarget::export_id("e").and_object_id("o");
    assert_eq!(
        url(client().p7().post(target).raw(true).request()),
        "/v1/social/p7/post?export_id=e&object_id=o&raw=true"
    );
}

#[test]
fn a_required_default_is_sent_unless_it_is_set() {
    let search = || client().p4().search("tea");
    assert_eq!(url(search().request()), "/v1/social/p4/search?keyword=tea&order=totalrank&page=1&page_size=20");
    assert!(url(search().page(3).request()).contains("page=3&page_size=20"));
}

#[test]
fn named_values_are_open() {
    assert_eq!(p1::SearchSortType::from("2"), p1::SearchSortType::Latest);
    assert_eq!(p1::SearchSortType::from("9").as_str(), "9");
    assert_eq!(p7::SearchSort::from("1"), p7::SearchSort::Latest, "the other spelling");
    assert_eq!(p5::SearchSearchType::from(61), p5::SearchSearchType::Realtime);
    let search = client().p5().search("tea").search_type(7);
    assert_eq!(url(search.request()), "/v1/social/p5/search?query=tea&search_type=7");
    let search =
        client().p15().search(p15::SearchTarget::keyword("k")).features([p15::SearchFeatures::Live, "8k".into()]);
    assert_eq!(url(search.request()), "/v1/social/p15/search?keyword=k&features=live%2C8k");
}

#[test]
fn parameters_of_unpublished_type_accept_any_value() {
    let search = client().p16().search().cursor(5).keyword("k").search_type(true);
    assert_eq!(url(search.request()), "/v1/social/p16/search?cursor=5&keyword=k&search_type=true");
    assert_eq!(
        client().p16().search().cursor(ParamValue::from("x")).request().map(|it| it.method.to_string()).ok(),
        Some("GET".into())
    );
}

#[test]
fn unlisted_parameters_and_endpoints_can_be_sent() {
    let url_of = |request| url(request);
    assert_eq!(url_of(client().p1().trending().extra("new", 1).request()), "/v1/social/p1/trending?new=1");
    assert_eq!(url_of(client().social("new", "thing").with("a", "b").request()), "/v1/social/new/thing?a=b");
}

#[test]
fn prices_and_statuses_are_constants() {
    assert_eq!(p1::Search::PRICE.map(|it| it.to_string()).as_deref(), Some("0.02"));
    assert_eq!(p16::Search::PRICE, None, "not published, not free");
    assert_eq!(
        (p4::UserPosts::PATH, p4::UserPosts::USAGE_LOG_NAME),
        ("/v1/social/p4/user-posts", Some("social-p4-user-posts"))
    );
    assert_eq!((p4::UserPosts::UNIT, p4::UserPosts::STATUS), (Some("call"), Some(Status::Available)));
}

#[test]
fn a_request_can_be_stored_and_built_step_by_step() {
    struct Job {
        search: p1::Search,
    }
    let mut job = Job { search: client().p1().search("tea") };
    for page in [10, 20] {
        job.search = job.search.cursor(page);
    }
    assert_eq!(url(job.search.clone().request()), "/v1/social/p1/search?keyword=tea&cursor=20");
}

#[tokio::test]
async fn a_request_is_sent_by_awaiting_it_and_can_be_sent_again() {
    /// Generic code takes the shared part of a request.
    async fn send_twice<E: ReplyEndpoint<Reply = Typed<E>>>(request: &Request<E>) -> Result<[u16; 2]> {
        Ok([request.send().await?.status, request.send().await?.status])
    }
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    let client = Client::new(&gateway.base_url(), gateway.key()).expect("valid");
    assert_eq!(client.p1().search("tea").await.expect("it is found").status, 200);
    assert_eq!(send_twice(&client.p1().search("tea").cursor(20)).await.expect("it is found"), [200, 200]);
    let by_name = client.operation("p1_search").expect("it is listed").with("keyword", "tea").await;
    assert_eq!(by_name.expect("it is found").status, 200);
    assert_eq!(client.spent().by_name["social-p1-search"].calls, 4);
}

#[test]
fn platforms_operations_and_models_can_be_listed() {
    let platforms = sample_client::social::PLATFORMS;
    let operations: usize = platforms.iter().map(|it| it.operations.len()).sum();
    assert_eq!((platforms.len(), operations), (20, 101));
    assert_eq!((platforms[1].key, platforms[1].about), ("p2", "lifestyle notes platform"));
    let post = platforms[1].operations.iter().find(|it| it.key == "post").expect("p2 has posts");
    assert_eq!(post.fields.iter().map(|it| it.name).collect::<Vec<_>>(), ["note_id", "share_text"]);
    assert_eq!(post.counts.len(), 1, "the group");

    let listed: Vec<_> = ChatModel::all().collect();
    assert!(listed.contains(&models::chat::CHAT_LARGE), "{listed:?}");
    assert_eq!("chat-large".parse::<ChatModel>().as_ref(), Ok(&models::chat::CHAT_LARGE));
    let unknown = models::family::ATextToVideoModel::all().map(|it| it.to_string().parse::<ChatModel>());
    let errors: Vec<_> = unknown.filter_map(std::result::Result::err).map(|it| it.to_string()).collect();
    assert!(!errors.is_empty() && errors.iter().all(|it| it.starts_with("unknown model `")), "{errors:?}");
}

#[tokio::test]
async fn an_operation_can_be_called_by_its_name() {
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    let client = Client::new(&gateway.base_url(), gateway.key()).expect("valid");
    let post = client.operation("p2_post").expect("it is there");
    for (call, problem) in [
        (post.clone(), "expected at least 1 of `note_id`, `share_text`"),
        (client.operation("p1_search").expect("it is there"), "`keyword` is required"),
        (
            client.operation("p1_search").expect("it is there").with("keyword", "tea").with("keywrd", "x"),
            "unknown parameter `keywrd`; help: use one of `keyword`, ",
        ),
        (client.operation("chat").expect("it is there").model("chat-large"), "`messages` is required"),
    ] {
        let error = call.request().expect_err(problem).to_string();
        assert!(error.contains(problem), "{error}");
    }
    let extra = client.operation("p1_search").expect("it is there").with("keyword", "tea").extra("later", 1);
    assert!(extra.request().expect("a new parameter").url.query().is_some_and(|it| it.contains("later=1")));
    assert_eq!(post.with("note_id", "a b").request().expect("complete").url.query(), Some("note_id=a%20b"));
    let messages = serde_json::json!([{ "role": "user", "content": "What is tea?" }]);
    let chat = client.operation("chat").expect("it is there").with("messages", messages);
    let error = chat.request().expect_err("no model").to_string();
    assert!(error.contains("name one"), "{error}");
    let reply = chat.with_object(serde_json::json!({ "model": "chat-large", "temperature": 0.5 }));
    let reply = reply.send_as::<sample_client::Json>().await.expect("a reply");
    assert!(reply["choices"].is_array(), "{}", reply.0);
    assert!(matches!(client.operation("p99_post"), Err(Error::Request(text)) if text.contains("p99_post")));
    assert!(client.operations().count() > 101 + 20);
}
