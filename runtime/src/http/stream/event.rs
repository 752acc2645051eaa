//! Events of a stream, and the limit on the memory of the output that they add up to.

use serde_json::{Map, Value};

use super::protocol::error_in;
use super::sse::SseEvent;
use super::{Events, StreamProtocol};
use crate::Result;
use crate::http::bounded_json;
use crate::http::error::Cause;

impl<P: StreamProtocol> Events<P> {
    /// Reads an event, adds it to the response, and returns its text.
    pub(super) fn add_text(&mut self, event: &SseEvent) -> Result<Option<String>> {
        match self.protocol.add_text(event.name.as_deref(), &event.data) {
            Some(text) => self.check_memory(text.len()).map(|()| Some(text)),
            None => self.read(event).map(|event| P::text(&event)),
        }
    }

    /// Reads an event and adds it to the response.
    pub(super) fn read(&mut self, event: &SseEvent) -> Result<P::Event> {
        // Data that is not an object may be a part of the output, too: without it, the response would be incomplete.
        let data = bounded_json::from_str::<Map<String, Value>>(&event.data).map(Value::Object);
        let (error, cause) = match data {
            Ok(data) => match error_in(&data, event.name.as_deref(), self.stream_body.call.client().service()) {
                Some(error) => {
                    let received = self.received();
                    (self.stream_body.error(error, received), Cause::ErrorInStream)
                }
                None => {
                    let memory = bounded_json::memory(&data);
                    let event = self.protocol.add(event.name.as_deref(), data);
                    return self.check_memory(memory).map(|()| event);
                }
            },
            Err(problem) => {
                let received = self.received();
                (self.stream_body.unreadable_event(&event.data, problem, received), Cause::UnexpectedFormat)
            }
        };
        self.end_with(cause);
        Err(error)
    }

    /// Checks the memory of the partial output after an event that can have added as much as `added`.
    ///
    /// Most of an event is not kept, so that the output is measured only if the events together exceed the limit, and
    /// not again before they have added half of it.
    pub(super) fn check_memory(&mut self, added: usize) -> Result<()> {
        let limit = self.stream_body.call.limits().max_stream;
        self.memory = self.memory.saturating_add(added);
        if self.memory <= limit {
            return Ok(());
        }
        let received = self.received();
        let memory = bounded_json::memory(&received);
        if memory <= limit {
            self.memory = memory.min(limit / 2);
            return Ok(());
        }
        let error = self.stream_body.lost(Cause::TooLarge, None, received);
        self.end_with(Cause::TooLarge);
        Err(error)
    }
}

#[cfg(all(test, feature = "chat"))]
mod tests {
    use bytes::Bytes;
    use serde_json::{Value, json};

    use crate::{
        Billing, Call, Client, ClientBuilder, Error, Events, HttpReply, HttpRequest, OperationSpec, ResponseKind,
        Result, Service, Settings, Transport, TransportFuture, chat,
    };

    use super::*;

    /// Transport that streams an event without end.
    struct Endless(Bytes);

    impl Transport for Endless {
        fn send(&self, _: HttpRequest) -> TransportFuture {
            let header = ("content-type".parse().expect("a name"), "text/event-stream".parse().expect("a value"));
            let mut reply = HttpReply::new(200, [header].into_iter().collect(), "");
            reply.body = Box::pin(futures_util::stream::repeat_with({
                let event = self.0.clone();
                move || Ok(event.clone())
            }));
            Box::pin(async { Ok(reply) })
        }
    }

    /// Transport that streams these bytes.
    struct Finite(Bytes);

    impl Transport for Finite {
        fn send(&self, _: HttpRequest) -> TransportFuture {
            let header = ("content-type".parse().expect("a name"), "text/event-stream".parse().expect("a value"));
            let reply = HttpReply::new(200, [header].into_iter().collect(), self.0.clone());
            Box::pin(async { Ok(reply) })
        }
    }

    static CHAT: OperationSpec = OperationSpec {
        id: "chat",
        key: "chat",
        method: "POST",
        path: "/v1/chat",
        billing: Billing::Tokens,
        response: ResponseKind::Json,
        ..OperationSpec::EMPTY
    };

    const LIMIT: usize = 1 << 20;

    /// Returns a stream without end of chunks with this addition to the message.
    async fn stream(delta: Value) -> Events<chat::Protocol> {
        let chunk = json!({ "id": "r", "choices": [{ "index": 0, "delta": delta }] });
        let transport = Endless(format!("data: {chunk}\n\n").into());
        let builder = ClientBuilder::for_service(&Service::EMPTY, "https://gateway.example", "canary");
        let builder = builder.transport(transport).settings(|it| it.max_stream = LIMIT);
        let client: Client = builder.build().expect("valid");
        Call::new(&client, &CHAT).stream().await.expect("it begins")
    }

    /// Reads at most a number of events, and returns how many there were before the error.
    async fn read(events: &mut Events<chat::Protocol>, most: usize, text_only: bool) -> (usize, Option<Error>) {
        for number in 0..most {
            let event: Option<Result<()>> = match text_only {
                true => events.next_text().await.map(|it| it.map(drop)),
                false => events.next().await.map(|it| it.map(drop)),
            };
            if let Some(Err(error)) = event {
                return (number, Some(error));
            }
        }
        (most, None)
    }

    #[tokio::test]
    async fn a_stream_without_end_is_an_error_with_the_partial_output() {
        let fields: Vec<Value> = (0..100).map(|_| json!({ "": 0 })).collect();
        for (delta, text_only, expected) in [
            (json!({ "content": "a".repeat(10_000) }), true, LIMIT / 10_000),
            (json!({ "content": "a".repeat(10_000) }), false, LIMIT / 10_000),
            (json!({ "parts": fields }), false, LIMIT / 100 / 832),
        ] {
            let mut events = stream(delta).await;
            let (count, error) = read(&mut events, 10 * expected, text_only).await;
            let Some(Error::ChargeUnknown(error)) = error else { panic!("{count} events, {error:?}") };
            assert!(error.cause == Cause::TooLarge && error.received.is_some(), "{error}");
            assert!(count >= expected - 1 && count <= expected * 3 / 2 + 1, "{count} events instead of {expected}");
            assert!(events.next().await.is_none());
        }
        assert_eq!(Settings::default().max_stream, 128 << 20);
    }

    #[tokio::test]
    async fn a_stream_that_has_failed_has_no_complete_response() {
        let chunk = r#"data: {"id":"r","choices":[{"index":0,"delta":{"content":"tea"}}]}"#;
        for (last, cause) in [
            ("data: 7", Cause::UnexpectedFormat),
            (r#"data: {"error":{"message":"overloaded"}}"#, Cause::ErrorInStream),
            ("data: [DONE]", Cause::EndedEarly),
        ] {
            let transport = Finite(format!("{chunk}\n\n{last}\n\n").into());
            let builder = ClientBuilder::for_service(&Service::EMPTY, "https://gateway.example", "canary");
            let client: Client = builder.transport(transport).build().expect("valid");
            let mut events = Call::new(&client, &CHAT).stream::<chat::Protocol>().await.expect("it begins");
            while let Some(Ok(_)) = events.next_text().await {}
            let error = events.finish().await.expect_err("it has failed");
            let Error::ChargeUnknown(error) = error else { panic!("{error}") };
            assert_eq!(error.cause, cause);
            assert_eq!(error.received.expect("partial output")["choices"][0]["message"]["content"], "tea");
            assert_eq!(client.spent().by_name[""].unknown_calls, 1, "it is counted once");
        }
    }

    #[tokio::test]
    async fn events_that_add_nothing_do_not_count() {
        let (count, error) = read(&mut stream(json!({ "content": "" })).await, 10_000, false).await;
        assert_eq!((count, error.map(|it| it.to_string())), (10_000, None));
    }
}
