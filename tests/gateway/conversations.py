"""The conversations that the official SDKs hold with a gateway; each prints a line when it went as it should."""

import io
import os

import anthropic
import openai

base_url, key = os.environ["BASE_URL"], os.environ["API_KEY"]
client = openai.OpenAI(base_url=f"{base_url}/v1", api_key=key, max_retries=0)
claude = anthropic.Anthropic(base_url=base_url, api_key=key, max_retries=0)

QUESTION = "What is tea?"
ANSWER = f"You said: {QUESTION}"
SCHEMA = {"type": "object", "required": ["town"], "properties": {"town": {"type": "string"}}}


def fine(name, holds):
    assert holds, name
    print(f"{name}: fine")


messages = [{"role": "user", "content": QUESTION}]
reply = client.chat.completions.create(model="chat-large", messages=messages)
fine("chat", reply.choices[0].message.content == ANSWER and reply.usage.total_tokens > 0)

stream = client.chat.completions.create(
    model="chat-large", messages=messages, stream=True, stream_options={"include_usage": True}
)
chunks = list(stream)
text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
fine("chat streamed", text == ANSWER and chunks[-1].usage.total_tokens > 0)

tool = {"type": "function", "function": {"name": "weather", "description": "Weather.", "parameters": SCHEMA}}
reply = client.chat.completions.create(model="chat-large", messages=messages, tools=[tool])
call = reply.choices[0].message.tool_calls[0]
follow_up = messages + [reply.choices[0].message, {"role": "tool", "tool_call_id": call.id, "content": "It rains."}]
reply = client.chat.completions.create(model="chat-large", messages=follow_up, tools=[tool])
fine("chat tools", call.function.name == "weather" and reply.choices[0].message.content == "You said: It rains.")

response = client.responses.create(model="chat-large", input=QUESTION)
next_one = client.responses.create(model="chat-large", input="And coffee?", previous_response_id=response.id)
fine("responses", response.output_text == ANSWER and next_one.output_text == "You said: And coffee?")

events = list(client.responses.create(model="chat-large", input=QUESTION, stream=True))
text = "".join(event.delta for event in events if event.type == "response.output_text.delta")
fine("responses streamed", text == ANSWER and events[-1].response.status == "completed")

images = client.images.generate(model="image-standard", prompt="tea", n=2)
fine("images", len(images.data) == 2 and images.data[0].url.startswith(base_url))

edited = client.images.edit(model="image-edit", image=("cup.png", io.BytesIO(b"\x89PNG")), prompt="more sugar")
fine("image edit", len(edited.data) == 1)

speech = client.audio.speech.create(model="speech-standard", voice="one", input="Good morning.")
fine("speech", len(speech.read()) == 13 and speech.response.headers["content-type"] == "audio/mpeg")

recording = ("monday.mp3", io.BytesIO(b"sound"))
text = client.audio.transcriptions.create(model="transcribe-standard", file=recording).text
fine("transcription", text == "monday.mp3, 5 bytes, written down")

recording = ("monday.mp3", io.BytesIO(b"sound"))
text = client.audio.translations.create(model="transcribe-standard", file=recording).text
fine("translation", text == "monday.mp3, 5 bytes, translated")

message = claude.messages.create(model="chat-large", max_tokens=50, messages=messages)
fine("messages", message.content[0].text == ANSWER and message.stop_reason == "end_turn")

with claude.messages.stream(model="chat-large", max_tokens=50, messages=messages) as stream:
    text = "".join(stream.text_stream)
    whole = stream.get_final_message()
fine("messages streamed", text == ANSWER and whole.content[0].text == ANSWER)

tool = {"name": "weather", "description": "Weather.", "input_schema": SCHEMA}
message = claude.messages.create(model="chat-large", max_tokens=50, messages=messages, tools=[tool])
call = message.content[0]
result = {"type": "tool_result", "tool_use_id": call.id, "content": "It rains."}
follow_up = messages + [
    {"role": "assistant", "content": message.content},
    {"role": "user", "content": [result, {"type": "text", "text": "So?"}]},
]
message = claude.messages.create(model="chat-large", max_tokens=50, messages=follow_up, tools=[tool])
fine("messages tools", call.input == {"town": "sample"} and message.content[0].text == "You said: So?")
