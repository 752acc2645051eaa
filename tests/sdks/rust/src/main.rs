//! Uses the features of async-openai against a gateway; prints a line `SDK<tab>feature<tab>result` for each.
//!
//! A result is `yes`, or `no: ` and what the gateway or the SDK says. A feature that is not listed is not in the SDK.
#![forbid(unsafe_code)]
#![allow(deprecated, reason = "the SDK deprecates its videos")]

use std::error::Error;

use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::types::InputSource;
use async_openai::types::audio::{AudioInput, CreateTranscriptionRequestArgs};
use async_openai::types::chat::CreateChatCompletionRequest;
use async_openai::types::images::{CreateImageEditRequestArgs, ImageEditInput, ImageInput, ImageModel};
use async_openai::types::responses::CreateResponse;
use async_openai::types::videos::CreateVideoRequestArgs;
use futures::StreamExt;
use serde_json::{Value, json};

const ANSWER: &str = "You said: What is tea?";

type Outcome = Result<bool, Box<dyn Error>>;

fn client(key: &str) -> Client<OpenAIConfig> {
    let base = std::env::var("BASE_URL").expect("it is set");
    Client::with_config(OpenAIConfig::new().with_api_base(format!("{base}/v1")).with_api_key(key))
}

/// A request about tea, with more fields.
fn asked(more: Value) -> Result<CreateChatCompletionRequest, serde_json::Error> {
    let mut body = json!({ "model": "chat-large", "messages": [{ "role": "user", "content": "What is tea?" }] });
    body.as_object_mut().into_iter().for_each(|it| it.extend(more.as_object().cloned().unwrap_or_default()));
    serde_json::from_value(body)
}

fn tools() -> Value {
    let schema = json!({ "type": "object", "required": ["town"], "properties": { "town": { "type": "string" } } });
    json!([{ "type": "function", "function": { "name": "weather", "parameters": schema } }])
}

async fn chat(client: &Client<OpenAIConfig>) -> Outcome {
    let reply = client.chat().create(asked(json!({}))?).await?;
    Ok(reply.choices[0].message.content.as_deref() == Some(ANSWER))
}

async fn streaming(client: &Client<OpenAIConfig>) -> Outcome {
    let mut stream = client.chat().create_stream(asked(json!({ "stream": true }))?).await?;
    let (mut text, mut chunks) = (String::new(), 0);
    while let Some(chunk) = stream.next().await {
        chunks += 1;
        text.extend(chunk?.choices.iter().filter_map(|it| it.delta.content.clone()));
    }
    Ok(text == ANSWER && chunks > 4)
}

async fn tool_calls(client: &Client<OpenAIConfig>) -> Outcome {
    let reply = client.chat().create(asked(json!({ "tools": tools() }))?).await?;
    let mut message = serde_json::to_value(&reply.choices[0].message)?;
    let call = message["tool_calls"][0].take();
    let result = json!({ "role": "tool", "tool_call_id": call["id"], "content": "It rains." });
    let messages = json!([{ "role": "assistant", "tool_calls": [call] }, result]);
    let last = client.chat().create(asked(json!({ "messages": messages, "tools": tools() }))?).await?;
    let said = last.choices[0].message.content.as_deref() == Some("You said: It rains.");
    Ok(call["function"]["name"] == "weather" && said)
}

async fn tools_in_stream(client: &Client<OpenAIConfig>) -> Outcome {
    let request = asked(json!({ "stream": true, "tools": tools() }))?;
    let mut stream = client.chat().create_stream(request).await?;
    let mut arguments = String::new();
    while let Some(chunk) = stream.next().await {
        let chunk = serde_json::to_value(chunk?)?;
        let piece = chunk.pointer("/choices/0/delta/tool_calls/0/function/arguments");
        arguments += piece.and_then(Value::as_str).unwrap_or_default();
    }
    Ok(serde_json::from_str::<Value>(&arguments)? == json!({ "town": "sample" }))
}

async fn structured(client: &Client<OpenAIConfig>) -> Outcome {
    let schema = json!({ "type": "object", "required": ["degrees"], "properties": { "degrees": { "type": "integer", "minimum": 30 } } });
    let format = json!({ "type": "json_schema", "json_schema": { "name": "weather", "schema": schema } });
    let reply = client.chat().create(asked(json!({ "response_format": format }))?).await?;
    let said: Value = serde_json::from_str(reply.choices[0].message.content.as_deref().unwrap_or_default())?;
    Ok(said["degrees"].as_i64() >= Some(30))
}

fn response(more: Value) -> Result<CreateResponse, serde_json::Error> {
    let mut body = json!({ "model": "chat-large", "input": "What is tea?" });
    body.as_object_mut().into_iter().for_each(|it| it.extend(more.as_object().cloned().unwrap_or_default()));
    serde_json::from_value(body)
}

async fn responses(client: &Client<OpenAIConfig>) -> Outcome {
    let first = client.responses().create(response(json!({}))?).await?;
    let more = json!({ "input": "And coffee?", "previous_response_id": first.id });
    let second = client.responses().create(response(more)?).await?;
    let said = second.output_text().as_deref() == Some("You said: And coffee?");
    Ok(first.output_text().as_deref() == Some(ANSWER) && said)
}

async fn responses_streaming(client: &Client<OpenAIConfig>) -> Outcome {
    let mut stream = client.responses().create_stream(response(json!({ "stream": true }))?).await?;
    let mut text = String::new();
    while let Some(event) = stream.next().await {
        let event = serde_json::to_value(event?)?;
        if event["type"] == "response.output_text.delta" {
            text += event["delta"].as_str().unwrap_or_default();
        }
    }
    Ok(text == ANSWER)
}

async fn responses_tools(client: &Client<OpenAIConfig>) -> Outcome {
    let tools = json!([{ "type": "function", "name": "weather", "parameters": tools()[0]["function"]["parameters"] }]);
    let first = client.responses().create(response(json!({ "tools": tools }))?).await?;
    let call = serde_json::to_value(&first.output[0])?;
    let result = json!({ "type": "function_call_output", "call_id": call["call_id"], "output": "It rains." });
    let last = client.responses().create(response(json!({ "input": [call, result], "tools": tools }))?).await?;
    Ok(call["name"] == "weather" && last.output_text().as_deref() == Some("You said: It rains."))
}

async fn images(client: &Client<OpenAIConfig>) -> Outcome {
    let request = json!({ "model": "image-standard", "prompt": "tea", "n": 2 });
    Ok(client.images().generate(serde_json::from_value(request)?).await?.data.len() == 2)
}

fn file(name: &str, bytes: Vec<u8>) -> InputSource {
    InputSource::VecU8 { filename: name.into(), vec: bytes }
}

async fn edits(client: &Client<OpenAIConfig>) -> Outcome {
    let image = |name: &str| ImageInput { source: file(name, b"\x89PNG".to_vec()) };
    let mut request = CreateImageEditRequestArgs::default();
    request.model(ImageModel::Other("image-edit".into())).prompt("42").n(2u8);
    let request = request.image(ImageEditInput::Images(vec![image("cup.png"), image("pot.png")])).build()?;
    Ok(client.images().edit(request).await?.data.len() == 2)
}

async fn speech(client: &Client<OpenAIConfig>) -> Outcome {
    let request = json!({ "model": "speech-standard", "voice": "alloy", "input": "Good morning." });
    Ok(client.audio().speech().create(serde_json::from_value(request)?).await?.bytes.len() == 13)
}

async fn transcription(client: &Client<OpenAIConfig>) -> Outcome {
    let sound = AudioInput { source: file("monday.mp3", b"sound".to_vec()) };
    let request = CreateTranscriptionRequestArgs::default().file(sound).model("transcribe-standard").build()?;
    let said = client.audio().transcription().create(request).await?;
    Ok(said.text == "monday.mp3, 5 bytes, written down")
}

async fn embeddings(client: &Client<OpenAIConfig>) -> Outcome {
    let request = json!({ "model": "chat-large", "input": "What is tea?" });
    Ok(!client.embeddings().create(serde_json::from_value(request)?).await?.data.is_empty())
}

async fn video(client: &Client<OpenAIConfig>) -> Outcome {
    let request = CreateVideoRequestArgs::default().model("video-a-text").prompt("tea").build()?;
    client.videos().create(request).await?;
    Ok(true)
}

async fn errors(_: &Client<OpenAIConfig>) -> Outcome {
    let refused = client("wrong").chat().create(asked(json!({}))?).await;
    Ok(refused.is_err_and(|it| it.to_string().contains("the key is missing or not valid")))
}

/// Makes the next request of the gateway fail.
fn fault(body: &Value) -> std::io::Result<()> {
    use std::io::{Read, Write};
    let base = std::env::var("BASE_URL").expect("it is set");
    let (address, body) = (base.trim_start_matches("http://"), body.to_string());
    let mut connection = std::net::TcpStream::connect(address)?;
    let head = format!("POST /_mock/faults HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    write!(connection, "{head}content-length: {}\r\n\r\n{body}", body.len())?;
    connection.read_to_string(&mut String::new()).map(|_| ())
}

async fn retries(client: &Client<OpenAIConfig>) -> Outcome {
    fault(&json!({ "fault": "status", "status": 429, "retry_after": "0", "times": 1 }))?;
    Ok(!client.chat().create(asked(json!({}))?).await?.choices.is_empty())
}

async fn stream_errors(client: &Client<OpenAIConfig>) -> Outcome {
    fault(&json!({ "fault": "stream_error", "after": 3, "times": 1 }))?;
    let stream = client.chat().create_stream(asked(json!({ "stream": true }))?).await?;
    let failed = stream.collect::<Vec<_>>().await.iter().any(Result::is_err);
    fault(&json!({ "fault": "stream_error", "after": 3, "times": 1 }))?;
    let mut stream = client.responses().create_stream(response(json!({ "stream": true }))?).await?;
    let mut last = String::new();
    while let Some(event) = stream.next().await {
        last = serde_json::to_value(event?)?["type"].as_str().unwrap_or_default().to_owned();
    }
    Ok(failed && last == "response.failed")
}

/// The first line of what the gateway or the SDK says.
fn reason(error: &dyn Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

#[tokio::main]
async fn main() {
    let client = client(&std::env::var("API_KEY").expect("it is set"));
    let results = [
        ("API key option", chat(&client).await),
        ("chat", chat(&client).await),
        ("streaming", streaming(&client).await),
        ("tools", tool_calls(&client).await),
        ("tools in a stream", tools_in_stream(&client).await),
        ("structured output", structured(&client).await),
        ("responses", responses(&client).await),
        ("responses, streaming", responses_streaming(&client).await),
        ("responses, tools", responses_tools(&client).await),
        ("images", images(&client).await),
        ("image edits", edits(&client).await),
        ("speech", speech(&client).await),
        ("transcription", transcription(&client).await),
        ("embeddings", embeddings(&client).await),
        ("video", video(&client).await),
        ("errors", errors(&client).await),
        ("retries", retries(&client).await),
        ("errors in a stream", stream_errors(&client).await),
    ];
    for (feature, result) in results {
        let result = match result {
            Ok(true) => "yes".to_owned(),
            Ok(false) => "no: the result is not what it should be".to_owned(),
            Err(error) => format!("no: {}", reason(error.as_ref())),
        };
        println!("async-openai (Rust)\t{feature}\t{result}");
    }
}
