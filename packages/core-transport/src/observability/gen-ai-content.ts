/** Maps prompts and replies to the messages of the OpenTelemetry semantic conventions for generative AI. */
import type { Operation } from '@parlance/schemas/kit';
import { generates, type Attributes } from './gen-ai.js';

type Fields = Readonly<Record<string, unknown>>;

/** The reasons of the conventions. Others stay as the service sends them. */
const FINISH_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_call'],
  ['refusal', 'content_filter'],
]);

/** Returns the prompt of a request as attributes. */
export function promptAttributes(operation: Operation, body: unknown): Attributes {
  if (!generates(operation) || !isFields(body)) return {};
  const { system, messages, prompt } = body;
  const turns = Array.isArray(messages)
    ? messages
    : prompt === undefined
      ? []
      : [{ role: 'user', content: prompt }];
  const instructions = partsOf(system);
  return {
    'gen_ai.input.messages': JSON.stringify(turns.filter(isFields).map(messageOf)),
    ...(instructions.length > 0 && { 'gen_ai.system_instructions': JSON.stringify(instructions) }),
  };
}

/** Returns the content of a reply as attributes. */
export function replyAttributes(operation: Operation, response: unknown): Attributes {
  if (!generates(operation) || !isFields(response)) return {};
  const { content, completion, stop_reason: reason } = response;
  const message = {
    role: 'assistant',
    parts: partsOf(content ?? completion),
    finish_reason: FINISH_REASONS.get(reason) ?? reason ?? 'error',
  };
  return { 'gen_ai.output.messages': JSON.stringify([message]) };
}

function messageOf({ role, content }: Fields): object {
  const parts = partsOf(content);
  const isTool = parts.length > 0 && parts.every(({ type }) => type === 'tool_call_response');
  return { role: isTool ? 'tool' : role, parts };
}

function partsOf(content: unknown): Fields[] {
  if (typeof content === 'string') return [{ type: 'text', content }];
  return Array.isArray(content) ? content.filter(isFields).map(partOf) : [];
}

function partOf(block: Fields): Fields {
  const type = String(block['type']);
  if (type === 'text') return { type, content: block['text'] };
  if (type === 'thinking') return { type: 'reasoning', content: block['thinking'] };
  if (type.endsWith('tool_use'))
    return { type: 'tool_call', id: block['id'], name: block['name'], arguments: block['input'] };
  if (type.endsWith('tool_result'))
    return { type: 'tool_call_response', id: block['tool_use_id'], response: block['content'] };
  const { source } = block;
  if (!isFields(source)) return { type };
  const facts = { modality: type, mime_type: source['media_type'] };
  if (source['type'] === 'base64') return { type: 'blob', ...facts, content: source['data'] };
  if (source['type'] === 'url') return { type: 'uri', ...facts, uri: source['url'] };
  if (source['type'] === 'file') return { type: 'file', ...facts, file_id: source['file_id'] };
  return { type: 'text', content: source['data'] ?? JSON.stringify(source['content']) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
