/** Replies in the two wire formats that the contenders use. */

/** A reply in the pieces that a stream delivers: text, or the JSON of a tool's input. */
export interface Reply {
  readonly kind: 'text' | 'tool';
  readonly pieces: readonly string[];
}

/** A wire format. */
export interface Dialect {
  /** Formats a text reply as a JSON document. */
  document(text: string): string;
  /** Formats a reply as server-sent events. */
  events(reply: Reply): string[];
  /** Formats a page of a list. `next` is null on the last page. */
  page(ids: readonly string[], next: string | null): string;
}

const MODEL = 'assistant-opus-4-7';
const CREATED = 1_763_596_800;
const CREATED_AT = '2025-11-20T00:00:00Z';

/** The messages format, which Parlance uses. */
export const messages: Dialect = {
  document: (text) =>
    JSON.stringify({
      ...message,
      content: [{ type: 'text', text, citations: null }],
      stop_reason: 'end_turn',
    }),
  events: (reply) => {
    const block = {
      start: startedBlock(reply),
      deltas: reply.pieces.map((piece) => blockDelta(reply, piece)),
    };
    const stop_reason = reply.kind === 'tool' ? 'tool_use' : 'end_turn';
    const usage = { ...message.usage, output_tokens: reply.pieces.length };
    return messageEvents({ ...message, stop_reason, usage }, [block]);
  },
  page: (ids, next) =>
    JSON.stringify({
      data: ids.map((id) => ({
        type: 'model',
        id,
        display_name: id,
        created_at: CREATED_AT,
        capabilities: null,
        max_input_tokens: 200_000,
        max_tokens: 64_000,
      })),
      first_id: ids[0],
      last_id: ids.at(-1),
      has_more: next !== null,
    }),
};

/** A content block of a stream: how it starts, and its deltas. */
export interface StreamedBlock {
  readonly start: object;
  readonly deltas: readonly object[];
}

/** Returns the events of a message in the messages format. */
export function messageEvents(
  whole: { readonly stop_reason: string; readonly usage: { readonly output_tokens: number } },
  blocks: readonly StreamedBlock[],
): string[] {
  const { stop_reason, usage } = whole;
  return [
    event('message_start', {
      message: { ...whole, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
    }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      event('content_block_start', { index, content_block: start }),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', {
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: usage.output_tokens },
    }),
    event('message_stop', {}),
  ];
}

/** The chat completions format. */
export const chatCompletions: Dialect = {
  document: (text) =>
    JSON.stringify({
      ...completion('chat.completion'),
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: text, refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 1, total_tokens: 13 },
    }),
  events: (reply) => [
    chunk({ role: 'assistant', content: '', refusal: null }),
    ...(reply.kind === 'tool' ? [chunk({ tool_calls: [startedCall] })] : []),
    ...reply.pieces.map((piece) => chunk(completionDelta(reply, piece))),
    chunk({}, reply.kind === 'tool' ? 'tool_calls' : 'stop'),
    'data: [DONE]\n\n',
  ],
  page: (ids, next) =>
    JSON.stringify({
      object: 'list',
      data: ids.map((id) => ({ object: 'file', id, bytes: 1, created_at: CREATED, filename: id })),
      first_id: ids[0],
      last_id: ids.at(-1),
      has_more: next !== null,
    }),
};

const message = {
  id: 'msg_0123456789abcdefghijkl',
  type: 'message',
  role: 'assistant',
  model: MODEL,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 12, output_tokens: 1, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
};

const startedCall = {
  index: 0,
  id: 'call_0123456789abcdef',
  type: 'function',
  function: { name: 'write', arguments: '' },
};

function startedBlock({ kind }: Reply): object {
  return kind === 'text'
    ? { type: 'text', text: '', citations: null }
    : { type: 'tool_use', id: 'toolu_0123456789abcdef', name: 'write', input: {} };
}

function blockDelta({ kind }: Reply, piece: string): object {
  return kind === 'text'
    ? { type: 'text_delta', text: piece }
    : { type: 'input_json_delta', partial_json: piece };
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function completion(object: string): object {
  return { id: 'chatcmpl-0123456789abcdefghijkl', object, created: CREATED, model: MODEL };
}

function completionDelta({ kind }: Reply, piece: string): object {
  return kind === 'text'
    ? { content: piece }
    : { tool_calls: [{ index: 0, function: { arguments: piece } }] };
}

function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  return `data: ${JSON.stringify({ ...completion('chat.completion.chunk'), choices })}\n\n`;
}
