// Uses the features of SDKs against a gateway; prints a line `SDK<tab>feature<tab>result` for each.
//
// A result is `yes`, or `no: ` and what the gateway or the SDK says. A feature that is not listed is not in the SDK.
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import * as ai from 'ai';
import OpenAI, { toFile } from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';

const { BASE_URL, API_KEY } = process.env;
const QUESTION = 'What is tea?';
const ANSWER = 'You said: What is tea?';
const asked = [{ role: 'user', content: QUESTION }];
const SCHEMA = { type: 'object', required: ['town'], properties: { town: { type: 'string' } } };
const Weather = z.object({ town: z.string(), degrees: z.number().int().min(-90).max(60) });
const fits = (it) => Weather.safeParse(it).success;

/** A silent recording of one second. */
function wav() {
  const file = Buffer.alloc(44 + 32000);
  file.write('RIFF', 0);
  file.writeUInt32LE(32036, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  [1, 1].forEach((it, index) => file.writeUInt16LE(it, 20 + 2 * index));
  [16000, 32000].forEach((it, index) => file.writeUInt32LE(it, 24 + 4 * index));
  [2, 16].forEach((it, index) => file.writeUInt16LE(it, 32 + 2 * index));
  file.write('data', 36);
  file.writeUInt32LE(32000, 40);
  return file;
}

/** Makes the next request of the gateway fail. */
async function fault(fields) {
  await fetch(`${BASE_URL}/_mock/faults`, { method: 'POST', body: JSON.stringify({ times: 1, ...fields }) });
}

/** What a call throws. */
async function thrown(call) {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error('no error is thrown');
}

async function collect(stream) {
  const all = [];
  for await (const it of stream) all.push(it);
  return all;
}

function openaiNode() {
  const client = new OpenAI({ baseURL: `${BASE_URL}/v1`, apiKey: API_KEY, maxRetries: 0 });
  const chat = client.chat.completions;
  const [options, response] = [{ model: 'chat-large', messages: asked }, { model: 'chat-large', input: QUESTION }];
  const tools = [{ type: 'function', function: { name: 'weather', parameters: SCHEMA } }];
  const recording = () => toFile(wav(), 'monday.wav');
  return {
    'API key option': () => chat.create(options),
    chat: async () => (await chat.create(options)).choices[0].message.content === ANSWER,
    streaming: async () => {
      const chunks = await collect(await chat.create({ ...options, stream: true, stream_options: { include_usage: true } }));
      const text = chunks.map((it) => it.choices[0]?.delta.content ?? '').join('');
      return text === ANSWER && chunks.length > 4 && chunks.at(-1).usage.total_tokens > 0;
    },
    tools: async () => {
      const { message } = (await chat.create({ ...options, tools })).choices[0];
      const call = message.tool_calls[0];
      const result = { role: 'tool', tool_call_id: call.id, content: [{ type: 'text', text: 'It rains.' }] };
      const last = await chat.create({ ...options, messages: [...asked, message, result], tools });
      return call.function.name === 'weather' && last.choices[0].message.content === 'You said: It rains.';
    },
    'tools in a stream': async () => {
      const whole = await chat.stream({ ...options, tools }).finalChatCompletion();
      return JSON.parse(whole.choices[0].message.tool_calls[0].function.arguments).town === 'sample';
    },
    'structured output': async () => {
      const one = await chat.parse({ ...options, response_format: zodResponseFormat(Weather, 'weather') });
      const other = await client.responses.parse({ ...response, text: { format: zodTextFormat(Weather, 'weather') } });
      return fits(one.choices[0].message.parsed) && fits(other.output_parsed);
    },
    responses: async () => {
      const first = await client.responses.create(response);
      const more = { model: 'chat-large', input: 'And coffee?', previous_response_id: first.id };
      return first.output_text === ANSWER && (await client.responses.create(more)).output_text === 'You said: And coffee?';
    },
    'responses, streaming': async () => {
      const stream = client.responses.stream(response);
      const deltas = (await collect(stream)).filter((it) => it.type === 'response.output_text.delta');
      const text = deltas.map((it) => it.delta).join('');
      return text === ANSWER && (await stream.finalResponse()).status === 'completed';
    },
    'responses, tools': async () => {
      const tools = [{ type: 'function', name: 'weather', parameters: SCHEMA, strict: false }];
      const call = (await client.responses.create({ ...response, tools })).output[0];
      const result = { type: 'function_call_output', call_id: call.call_id, output: 'It rains.' };
      const last = await client.responses.create({ model: 'chat-large', input: [...asked, call, result], tools });
      return call.name === 'weather' && last.output_text === 'You said: It rains.';
    },
    images: async () => {
      const drawn = await client.images.generate({ model: 'image-standard', prompt: 'tea', n: 20 });
      const inside = await client.images.generate({ model: 'image-standard', prompt: 'tea', response_format: 'b64_json' });
      return drawn.data.length === 20 && drawn.data[0].url.startsWith(BASE_URL) && inside.data[0].b64_json !== '';
    },
    'image edits': async () => {
      const image = [await toFile(Buffer.from('one'), 'cup.png'), await toFile(Buffer.from('two'), 'pot.png')];
      const one = await client.images.edit({ model: 'image-edit', image: image[0], prompt: '42' });
      const two = await client.images.edit({ model: 'image-edit', image, prompt: '42', n: 2 });
      return one.data.length === 1 && two.data.length === 2;
    },
    speech: async () => {
      const reply = await client.audio.speech.create({ model: 'speech-standard', voice: 'one', input: 'Good morning.' });
      return (await reply.arrayBuffer()).byteLength === 13;
    },
    transcription: async () => {
      const options = async () => ({ model: 'transcribe-standard', file: await recording() });
      const said = await client.audio.transcriptions.create(await options());
      const english = await client.audio.translations.create(await options());
      return said.text.endsWith('written down') && english.text.endsWith('translated');
    },
    embeddings: () => client.embeddings.create({ model: 'chat-large', input: QUESTION }),
    video: () => client.videos.create({ model: 'video-a-text', prompt: 'tea' }),
    errors: async () => {
      const unknown = await thrown(() => chat.create({ ...options, model: 'no-such-model' }));
      const stranger = new OpenAI({ baseURL: `${BASE_URL}/v1`, apiKey: 'wrong', maxRetries: 0 });
      const refused = await thrown(() => stranger.chat.completions.create(options));
      return unknown.code === 'model_not_found' && refused instanceof OpenAI.AuthenticationError;
    },
    retries: async () => {
      await fault({ fault: 'status', status: 429, retry_after: '0' });
      return (await chat.create(options, { maxRetries: 1 })).choices.length === 1;
    },
    'errors in a stream': async () => {
      await fault({ fault: 'stream_error', after: 3 });
      const error = await thrown(async () => collect(await chat.create({ ...options, stream: true })));
      await fault({ fault: 'stream_error', after: 3 });
      const events = await collect(await client.responses.create({ ...response, stream: true }));
      return error instanceof OpenAI.APIError && events.at(-1).type === 'response.failed';
    },
  };
}

function anthropicNode() {
  const client = new Anthropic({ baseURL: BASE_URL, apiKey: API_KEY, maxRetries: 0 });
  const options = { model: 'chat-large', max_tokens: 50, messages: asked };
  const tools = [{ name: 'weather', description: 'Weather.', input_schema: SCHEMA }];
  return {
    'API key option': () => client.messages.create(options),
    chat: async () => (await client.messages.create(options)).content[0].text === ANSWER,
    streaming: async () => {
      const pieces = [];
      const stream = client.messages.stream(options).on('text', (it) => pieces.push(it));
      const whole = await stream.finalMessage();
      return pieces.join('') === ANSWER && pieces.length > 2 && whole.content[0].text === ANSWER;
    },
    tools: async () => {
      const message = await client.messages.create({ ...options, tools });
      const call = message.content[0];
      const result = { type: 'tool_result', tool_use_id: call.id, content: [{ type: 'text', text: 'It rains.' }] };
      const messages = [...asked, { role: 'assistant', content: message.content }, { role: 'user', content: [result] }];
      const last = await client.messages.create({ ...options, messages, tools });
      return call.input.town === 'sample' && last.content[0].text === 'You said: It rains.';
    },
    'tools in a stream': async () => {
      const whole = await client.messages.stream({ ...options, tools }).finalMessage();
      return whole.content[0].input.town === 'sample';
    },
    'structured output': async () => {
      const reply = await client.messages.parse({ ...options, output_config: { format: zodOutputFormat(Weather) } });
      return fits(reply.parsed_output);
    },
    errors: async () => {
      const unknown = await thrown(() => client.messages.create({ ...options, model: 'no-such-model' }));
      const stranger = new Anthropic({ baseURL: BASE_URL, apiKey: 'wrong', maxRetries: 0 });
      const refused = await thrown(() => stranger.messages.create(options));
      return unknown.status === 404 && refused instanceof Anthropic.AuthenticationError;
    },
    retries: async () => {
      await fault({ fault: 'status', status: 429, retry_after: '0' });
      return (await client.messages.create(options, { maxRetries: 1 })).content.length === 1;
    },
    'errors in a stream': async () => {
      await fault({ fault: 'stream_error', after: 3 });
      const error = await thrown(async () => collect(await client.messages.create({ ...options, stream: true })));
      return error instanceof Anthropic.APIError;
    },
  };
}

function vercel() {
  const provider = createOpenAI({ baseURL: `${BASE_URL}/v1`, apiKey: API_KEY });
  const [chat, responses] = [provider.chat('chat-large'), provider.responses('chat-large')];
  const weather = ai.tool({
    description: 'Weather.',
    inputSchema: z.object({ town: z.string() }),
    execute: async () => 'It rains.',
  });
  const options = (model) => ({ model, prompt: QUESTION, maxRetries: 0 });
  const withTools = (model) => ({ ...options(model), tools: { weather }, stopWhen: ai.stepCountIs(3) });
  return {
    'API key option': () => ai.generateText(options(chat)),
    chat: async () => (await ai.generateText(options(chat))).text === ANSWER,
    streaming: async () => {
      const pieces = await collect(ai.streamText(options(chat)).textStream);
      return pieces.join('') === ANSWER && pieces.length > 2;
    },
    tools: async () => {
      const { text, steps } = await ai.generateText(withTools(chat));
      return steps[0].toolCalls[0].input.town === 'sample' && text === 'You said: It rains.';
    },
    'tools in a stream': async () => (await ai.streamText(withTools(chat)).text) === 'You said: It rains.',
    'structured output': async () => {
      const output = ai.Output.object({ schema: Weather });
      const replies = [chat, responses].map((it) => ai.generateText({ ...options(it), output }));
      return (await Promise.all(replies)).every((it) => fits(it.output));
    },
    responses: async () => (await ai.generateText(options(responses))).text === ANSWER,
    'responses, streaming': async () => (await collect(ai.streamText(options(responses)).textStream)).join('') === ANSWER,
    'responses, tools': async () => (await ai.generateText(withTools(responses))).text === 'You said: It rains.',
    images: async () => {
      const { images } = await ai.generateImage({ model: provider.image('image-standard'), prompt: 'tea', n: 2, maxRetries: 0 });
      return images.length === 2 && images[0].uint8Array.length > 0;
    },
    'image edits': async () => {
      const prompt = { text: '42', images: [Buffer.from('one'), Buffer.from('two')] };
      const { images } = await ai.generateImage({ model: provider.image('image-edit'), prompt, maxRetries: 0 });
      return images.length === 1;
    },
    speech: async () => {
      const model = provider.speech('speech-standard');
      const { audio } = await ai.experimental_generateSpeech({ model, text: 'Good morning.', voice: 'one', maxRetries: 0 });
      return audio.uint8Array.length === 13;
    },
    transcription: async () => {
      const model = provider.transcription('transcribe-standard');
      return (await ai.experimental_transcribe({ model, audio: wav(), maxRetries: 0 })).text.endsWith('written down');
    },
    embeddings: () => ai.embed({ model: provider.embedding('chat-large'), value: QUESTION, maxRetries: 0 }),
    errors: async () => {
      const error = await thrown(() => ai.generateText(options(provider.chat('no-such-model'))));
      return error.statusCode === 404 && error.message.includes('no-such-model');
    },
    retries: async () => {
      await fault({ fault: 'status', status: 429, retry_after: '0' });
      return (await ai.generateText({ ...options(chat), maxRetries: 1 })).text === ANSWER;
    },
    'errors in a stream': async () => {
      await fault({ fault: 'stream_error', after: 3 });
      const parts = await collect(ai.streamText({ ...options(chat), onError: () => {} }).fullStream);
      return parts.some((it) => it.type === 'error');
    },
  };
}

/** The gateway's words if an error carries them, else the error itself. */
function reason(error) {
  const said = error.error?.error?.message ?? error.error?.message ?? error.data?.error?.message ?? error.message;
  return String(said).split('\n')[0];
}

const SDKS = { 'openai (Node)': openaiNode, 'anthropic (Node)': anthropicNode, 'ai with @ai-sdk/openai (Node)': vercel };
for (const [sdk, features] of Object.entries(SDKS)) {
  for (const [feature, use] of Object.entries(features())) {
    let result;
    try {
      result = (await use()) ? 'yes' : 'no: the result is not what it should be';
    } catch (error) {
      result = `no: ${reason(error)}`;
    }
    console.log([sdk, feature, result].join('\t'));
  }
}
