/** A service whose replies are scripted, in the messages format, as one document or as a stream. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A content block. */
export interface Block {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly text?: string;
  readonly input?: unknown;
  readonly content?: unknown;
  readonly is_error?: boolean;
  readonly tool_use_id?: string;
}

/** A request that arrived. */
export interface SentRequest {
  readonly stream?: boolean;
  readonly max_tokens: number;
  readonly tool_choice?: { readonly type: string };
  readonly tools?: readonly object[];
  readonly output_config?: { readonly format?: unknown };
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

/** A scripted reply. Each uses {@link TOKENS}. */
export interface Reply {
  readonly content: readonly Block[];
  readonly stop_reason: string;
}

/** Usage of each reply. */
export const TOKENS = { input_tokens: 100, output_tokens: 20 } as const;

/** Returns the reply to a request; `turn` counts requests from 0. */
export type Script = (turn: number, request: SentRequest) => Reply;

/** A reply with text. */
export function says(text: string, stopReason = 'end_turn'): Reply {
  return { content: [{ type: 'text', text }], stop_reason: stopReason };
}

/** A reply that calls tools, by name and input. */
export function calls(...tools: readonly (readonly [name: string, input?: object])[]): Reply {
  const content = tools.map(([name, input = {}], index) => ({
    type: 'tool_use',
    id: `toolu_0123456789${name}${index}`,
    name,
    input,
  }));
  return { content, stop_reason: 'tool_use' };
}

/** Plays replies in order and repeats the last one. */
export function inOrder(...replies: readonly [Reply, ...Reply[]]): Script {
  const last = replies.at(-1) ?? replies[0];
  return (turn) => replies[turn] ?? last;
}

/** Returns the tool results in the last message of a request. */
export function resultsIn(request: SentRequest | undefined): Block[] {
  const content = request?.messages.at(-1)?.content ?? [];
  return typeof content === 'string' ? [] : content.filter(({ type }) => type === 'tool_result');
}

/** The server. Create one per probe. */
export class ModelServer implements AsyncDisposable {
  readonly requests: SentRequest[] = [];
  readonly #server: Server;

  private constructor(script: Script) {
    this.#server = createServer((request, response) => void this.#respond(request, response, script));
  }

  static async start(script: Script): Promise<ModelServer> {
    const model = new ModelServer(script);
    model.#server.listen(0, '127.0.0.1');
    await once(model.#server, 'listening');
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => void this.#server.close(resolve));
  }

  async #respond(request: IncomingMessage, response: ServerResponse, script: Script): Promise<void> {
    const body = (await json(request)) as SentRequest;
    this.requests.push(body);
    const turn = this.requests.length;
    const reply = script(turn - 1, body);
    const message = {
      id: `msg_${String(turn).padStart(22, '0')}`,
      type: 'message',
      role: 'assistant',
      model: 'assistant-opus-4-7',
      content: reply.content,
      stop_reason: reply.stop_reason,
      stop_sequence: null,
      usage: { ...TOKENS, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
    };
    response.setHeader('content-type', body.stream ? 'text/event-stream' : 'application/json');
    response.end(body.stream ? events(message).join('') : JSON.stringify(message));
  }
}

const PIECE_LENGTH = 12;

function events(message: { readonly content: readonly Block[]; readonly stop_reason: string }): string[] {
  return [
    event('message_start', { message: { ...message, content: [], stop_reason: null } }),
    ...message.content.flatMap((block, index) => blockEvents(block, index)),
    event('message_delta', {
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: { output_tokens: TOKENS.output_tokens },
    }),
    event('message_stop', {}),
  ];
}

function blockEvents(block: Block, index: number): string[] {
  const isText = block.type === 'text';
  const pieces = inPieces(isText ? (block.text ?? '') : JSON.stringify(block.input));
  return [
    event('content_block_start', {
      index,
      content_block: isText ? { ...block, text: '' } : { ...block, input: {} },
    }),
    ...pieces.map((piece) =>
      event('content_block_delta', {
        index,
        delta: isText
          ? { type: 'text_delta', text: piece }
          : { type: 'input_json_delta', partial_json: piece },
      }),
    ),
    event('content_block_stop', { index }),
  ];
}

function inPieces(text: string): string[] {
  const count = Math.ceil(text.length / PIECE_LENGTH);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH),
  );
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
