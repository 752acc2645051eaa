"""Uses the features of SDKs against a gateway; prints a line `SDK<tab>feature<tab>result` for each.

A result is `yes`, or `no: ` and what the gateway or the SDK says. A feature that is not listed is not in the SDK.
"""

import io
import json
import os
import struct
import urllib.request

import anthropic
import openai
import pydantic
from google import genai
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_openai import ChatOpenAI, OpenAIEmbeddings

BASE, KEY = os.environ["BASE_URL"], os.environ["API_KEY"]
QUESTION, ANSWER = "What is tea?", "You said: What is tea?"
ASKED = [{"role": "user", "content": QUESTION}]
SCHEMA = {"type": "object", "required": ["town"], "properties": {"town": {"type": "string"}}}
WAV = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 32036, b"WAVE", b"fmt ", 16, 1, 1, 16000, 32000, 2, 16, b"data", 32000)
WAV += bytes(32000)


class Weather(pydantic.BaseModel):
    """Weather of a town."""

    town: str
    degrees: int = pydantic.Field(ge=-90, le=60)


def fault(**fields):
    """Makes the next request of the gateway fail."""
    body = json.dumps({"times": 1, **fields}).encode()
    urllib.request.urlopen(urllib.request.Request(f"{BASE}/_mock/faults", body, method="POST"))


def raises(kind, call):
    """What a call raises, if that is of a kind."""
    try:
        call()
    except kind as error:
        return error
    raise AssertionError("no error is raised")


def openai_python():
    client = openai.OpenAI(base_url=f"{BASE}/v1", api_key=KEY, max_retries=0)
    chat, responses = client.chat.completions, client.responses
    tool = {"type": "function", "function": {"name": "weather", "parameters": SCHEMA}}

    def streaming():
        usage = {"include_usage": True}
        chunks = list(chat.create(model="chat-large", messages=ASKED, stream=True, stream_options=usage))
        text = "".join(it.choices[0].delta.content or "" for it in chunks if it.choices)
        return text == ANSWER and len(chunks) > 4 and chunks[-1].usage.total_tokens > 0

    def tools():
        message = chat.create(model="chat-large", messages=ASKED, tools=[tool]).choices[0].message
        call = message.tool_calls[0]
        result = {"role": "tool", "tool_call_id": call.id, "content": [{"type": "text", "text": "It rains."}]}
        last = chat.create(model="chat-large", messages=[*ASKED, message, result], tools=[tool])
        return call.function.name == "weather" and last.choices[0].message.content == "You said: It rains."

    def tools_in_stream():
        with chat.stream(model="chat-large", messages=ASKED, tools=[tool]) as stream:
            call = stream.get_final_completion().choices[0].message.tool_calls[0]
        return json.loads(call.function.arguments) == {"town": "sample"}

    def structured():
        parsed = chat.parse(model="chat-large", messages=ASKED, response_format=Weather).choices[0].message.parsed
        again = responses.parse(model="chat-large", input=QUESTION, text_format=Weather).output_parsed
        return isinstance(parsed, Weather) and isinstance(again, Weather)

    def in_responses():
        first = responses.create(model="chat-large", input=QUESTION)
        second = responses.create(model="chat-large", input="And coffee?", previous_response_id=first.id)
        return first.output_text == ANSWER and second.output_text == "You said: And coffee?"

    def responses_streaming():
        with responses.stream(model="chat-large", input=QUESTION) as stream:
            text = "".join(it.delta for it in stream if it.type == "response.output_text.delta")
            return text == ANSWER and stream.get_final_response().status == "completed"

    def responses_tools():
        tool = {"type": "function", "name": "weather", "parameters": SCHEMA, "strict": False}
        response = responses.create(model="chat-large", input=QUESTION, tools=[tool])
        call = response.output[0]
        result = {"type": "function_call_output", "call_id": call.call_id, "output": "It rains."}
        last = responses.create(model="chat-large", input=[*ASKED, call.to_dict(), result], tools=[tool])
        return call.name == "weather" and last.output_text == "You said: It rains."

    def images():
        urls = client.images.generate(model="image-standard", prompt="tea", n=20).data
        bytes_ = client.images.generate(model="image-standard", prompt="tea", response_format="b64_json").data
        return len(urls) == 20 and urls[0].url.startswith(BASE) and bool(bytes_[0].b64_json)

    def edits():
        pictures = [("cup.png", io.BytesIO(b"\x89PNG")), ("pot.png", io.BytesIO(b"\x89PNG"))]
        one = client.images.edit(model="image-edit", image=pictures[0], prompt="42")
        return len(one.data) == 1 and len(client.images.edit(model="image-edit", image=pictures, prompt="42", n=2).data) == 2

    def speech():
        reply = client.audio.speech.create(model="speech-standard", voice="one", input="Good morning.")
        return len(reply.read()) == 13

    def transcription():
        said = client.audio.transcriptions.create(model="transcribe-standard", file=("monday.wav", io.BytesIO(WAV)))
        english = client.audio.translations.create(model="transcribe-standard", file=("monday.wav", io.BytesIO(WAV)))
        return said.text.endswith("written down") and english.text.endswith("translated")

    def errors():
        unknown = raises(openai.NotFoundError, lambda: chat.create(model="no-such-model", messages=ASKED))
        stranger = openai.OpenAI(base_url=f"{BASE}/v1", api_key="wrong", max_retries=0)
        raises(openai.AuthenticationError, lambda: stranger.chat.completions.create(model="chat-large", messages=ASKED))
        return unknown.code == "model_not_found" and unknown.request_id.startswith("mock-")

    def retries():
        fault(fault="status", status=429, retry_after="0")
        return client.with_options(max_retries=1).chat.completions.create(model="chat-large", messages=ASKED).choices

    def stream_errors():
        fault(fault="stream_error", after=3)
        raises(openai.APIError, lambda: list(chat.create(model="chat-large", messages=ASKED, stream=True)))
        fault(fault="stream_error", after=3)
        events = list(responses.create(model="chat-large", input=QUESTION, stream=True))
        return events[-1].type == "response.failed" and events[-1].response.error.message == "the upstream failed"

    return {
        "API key option": lambda: chat.create(model="chat-large", messages=ASKED),
        "chat": lambda: chat.create(model="chat-large", messages=ASKED).choices[0].message.content == ANSWER,
        "streaming": streaming,
        "tools": tools,
        "tools in a stream": tools_in_stream,
        "structured output": structured,
        "responses": in_responses,
        "responses, streaming": responses_streaming,
        "responses, tools": responses_tools,
        "images": images,
        "image edits": edits,
        "speech": speech,
        "transcription": transcription,
        "embeddings": lambda: client.embeddings.create(model="chat-large", input=QUESTION),
        "video": lambda: client.videos.create(model="video-a-text", prompt="tea"),
        "errors": errors,
        "retries": retries,
        "errors in a stream": stream_errors,
    }


def anthropic_python():
    client = anthropic.Anthropic(base_url=BASE, api_key=KEY, max_retries=0)
    options = {"model": "chat-large", "max_tokens": 50}
    tool = {"name": "weather", "description": "Weather.", "input_schema": SCHEMA}

    def streaming():
        with client.messages.stream(**options, messages=ASKED) as stream:
            pieces = list(stream.text_stream)
            return "".join(pieces) == ANSWER and len(pieces) > 2 and stream.get_final_message().content[0].text == ANSWER

    def tools():
        message = client.messages.create(**options, messages=ASKED, tools=[tool])
        call = message.content[0]
        content = [{"type": "text", "text": "It rains."}]
        result = {"type": "tool_result", "tool_use_id": call.id, "content": content}
        messages = [*ASKED, {"role": "assistant", "content": message.content}, {"role": "user", "content": [result]}]
        last = client.messages.create(**options, messages=messages, tools=[tool])
        return call.input == {"town": "sample"} and last.content[0].text == "You said: It rains."

    def tools_in_stream():
        with client.messages.stream(**options, messages=ASKED, tools=[tool]) as stream:
            return stream.get_final_message().content[0].input == {"town": "sample"}

    def errors():
        unknown = raises(
            anthropic.NotFoundError, lambda: client.messages.create(model="no-such-model", max_tokens=9, messages=ASKED)
        )
        stranger = anthropic.Anthropic(base_url=BASE, api_key="wrong", max_retries=0)
        raises(anthropic.AuthenticationError, lambda: stranger.messages.create(**options, messages=ASKED))
        return unknown.status_code == 404

    def retries():
        fault(fault="status", status=429, retry_after="0")
        return client.with_options(max_retries=1).messages.create(**options, messages=ASKED).content

    def stream_errors():
        fault(fault="stream_error", after=3)
        return raises(anthropic.APIError, lambda: list(client.messages.create(**options, messages=ASKED, stream=True)))

    return {
        "API key option": lambda: client.messages.create(**options, messages=ASKED),
        "chat": lambda: client.messages.create(**options, messages=ASKED).content[0].text == ANSWER,
        "streaming": streaming,
        "tools": tools,
        "tools in a stream": tools_in_stream,
        "structured output": lambda: isinstance(
            client.messages.parse(**options, messages=ASKED, output_format=Weather).parsed_output, Weather
        ),
        "errors": errors,
        "retries": retries,
        "errors in a stream": stream_errors,
    }


def langchain():
    model = ChatOpenAI(model="chat-large", base_url=f"{BASE}/v1", api_key=KEY, max_retries=0)
    weather = {"type": "function", "function": {"name": "weather", "description": "Weather.", "parameters": SCHEMA}}

    def streaming():
        pieces = [it.content for it in model.stream(QUESTION)]
        return "".join(pieces) == ANSWER and len(pieces) > 2

    def tools():
        with_tools = model.bind_tools([weather])
        call = with_tools.invoke(QUESTION)
        result = ToolMessage("It rains.", tool_call_id=call.tool_calls[0]["id"])
        last = with_tools.invoke([HumanMessage(QUESTION), call, result])
        return call.tool_calls[0]["args"] == {"town": "sample"} and last.content == "You said: It rains."

    def tools_in_stream():
        first, *rest = model.bind_tools([weather]).stream(QUESTION)
        whole = sum(rest, first)
        return whole.tool_calls[0]["args"] == {"town": "sample"}

    def structured():
        methods = ["json_schema", "function_calling"]
        made = [model.with_structured_output(Weather, method=it).invoke(QUESTION) for it in methods]
        return all(isinstance(it, Weather) for it in made)

    def in_responses():
        model = ChatOpenAI(model="chat-large", base_url=f"{BASE}/v1", api_key=KEY, use_responses_api=True)
        return model.invoke(QUESTION).text == ANSWER

    def responses_streaming():
        model = ChatOpenAI(model="chat-large", base_url=f"{BASE}/v1", api_key=KEY, use_responses_api=True)
        return "".join(it.text for it in model.stream(QUESTION)) == ANSWER

    def responses_tools():
        model = ChatOpenAI(model="chat-large", base_url=f"{BASE}/v1", api_key=KEY, use_responses_api=True)
        with_tools = model.bind_tools([weather])
        call = with_tools.invoke(QUESTION)
        result = ToolMessage("It rains.", tool_call_id=call.tool_calls[0]["id"])
        return with_tools.invoke([HumanMessage(QUESTION), call, result]).text == "You said: It rains."

    def errors():
        other = ChatOpenAI(model="no-such-model", base_url=f"{BASE}/v1", api_key=KEY, max_retries=0)
        return raises(openai.NotFoundError, lambda: other.invoke(QUESTION))

    def retries():
        fault(fault="status", status=429, retry_after="0")
        other = ChatOpenAI(model="chat-large", base_url=f"{BASE}/v1", api_key=KEY, max_retries=1)
        return other.invoke(QUESTION).content == ANSWER

    def stream_errors():
        fault(fault="stream_error", after=3)
        return raises(openai.APIError, lambda: list(model.stream(QUESTION)))

    def embeddings():
        embeddings = OpenAIEmbeddings(
            model="chat-large", base_url=f"{BASE}/v1", api_key=KEY, max_retries=0, check_embedding_ctx_length=False
        )
        return embeddings.embed_query(QUESTION)

    return {
        "API key option": lambda: model.invoke(QUESTION),
        "chat": lambda: model.invoke(QUESTION).content == ANSWER,
        "streaming": streaming,
        "tools": tools,
        "tools in a stream": tools_in_stream,
        "structured output": structured,
        "responses": in_responses,
        "responses, streaming": responses_streaming,
        "responses, tools": responses_tools,
        "embeddings": embeddings,
        "errors": errors,
        "retries": retries,
        "errors in a stream": stream_errors,
    }


def google():
    headers = {"authorization": f"Bearer {KEY}"}
    client = genai.Client(api_key=KEY, http_options={"base_url": BASE, "api_version": "v1beta", "headers": headers})
    model = "gemini-sample-pro"

    def generated(contents=QUESTION, **config):
        """Calls the native format; the documents show nothing of its replies."""
        reply = client.models.generate_content(model=model, contents=contents, config=config)
        assert reply.candidates, "the documents do not show the replies of the native Gemini-style format"
        return reply.candidates

    def by_api_key():
        other = genai.Client(api_key=KEY, http_options={"base_url": BASE, "api_version": "v1beta"})
        return other.models.generate_content(model=model, contents=QUESTION)

    def streaming():
        return list(client.models.generate_content_stream(model=model, contents=QUESTION))

    def errors():
        unknown = lambda: client.models.generate_content(model="gemini-no-such", contents=QUESTION)  # noqa: E731
        return raises(genai.errors.ClientError, unknown).code == 404

    def retries():
        fault(fault="status", status=429, retry_after="0")
        again = {"attempts": 2, "initial_delay": 0.1}
        return client.models.generate_content(
            model=model, contents=QUESTION, config={"http_options": {"retry_options": again, "headers": headers}}
        )

    weather = {"function_declarations": [{"name": "weather", "description": "Weather.", "parameters": SCHEMA}]}
    recording = [genai.types.Part.from_bytes(data=WAV, mime_type="audio/wav")]
    return {
        "API key option": by_api_key,
        "chat": generated,
        "streaming": streaming,
        "tools": lambda: generated(tools=[weather]),
        "tools in a stream": streaming,
        "structured output": lambda: generated(response_mime_type="application/json", response_schema=Weather),
        "images": lambda: client.models.generate_images(model=model, prompt="tea"),
        "image edits": lambda: client.models.edit_image(model=model, prompt="42", reference_images=[]),
        "speech": lambda: generated(response_modalities=["AUDIO"]),
        "transcription": lambda: generated(recording),
        "embeddings": lambda: client.models.embed_content(model=model, contents=QUESTION),
        "video": lambda: client.models.generate_videos(model=model, prompt="tea"),
        "errors": errors,
        "retries": retries,
        "errors in a stream": streaming,
    }


def reason(error):
    """The gateway's words if an error carries them, else the error itself."""
    body = getattr(error, "body", None)
    body = body.get("error", body) if isinstance(body, dict) else {}
    return str(body.get("message") or getattr(error, "message", None) or error or type(error).__name__).splitlines()[0]


SDKS = {
    "openai (Python)": openai_python,
    "anthropic (Python)": anthropic_python,
    "langchain-openai (Python)": langchain,
    "google-genai (Python)": google,
}
for sdk, features in SDKS.items():
    for feature, use in features().items():
        try:
            result = "yes" if use() else "no: the result is not what it should be"
        except Exception as error:
            result = f"no: {reason(error)}"
        print(sdk, feature, result, sep="\t", flush=True)
