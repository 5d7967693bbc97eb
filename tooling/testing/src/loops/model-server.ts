/** A service whose replies are scripted, in the messages format, as one document or as a stream. */
import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { messageEvents, type StreamedBlock } from '../dialects.ts';
import { startHttpServer, type HttpServer } from '../http-server.ts';

/** A content block. */
export interface Block {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly text?: string;
  readonly input?: unknown;
  readonly content?: unknown;
  readonly citations?: readonly object[];
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
export interface ModelServer extends HttpServer {
  readonly requests: readonly SentRequest[];
}

/** Starts a server that replies as scripted. */
export async function startModelServer(script: Script): Promise<ModelServer> {
  const requests: SentRequest[] = [];
  const respond: RequestListener = async (request, response) => {
    // The server knows no models that a client looks up.
    if (request.method !== 'POST') return void response.writeHead(404).end();
    const body = (await json(request)) as SentRequest;
    requests.push(body);
    const turn = requests.length;
    const message = {
      id: `msg_${String(turn).padStart(22, '0')}`,
      type: 'message',
      role: 'assistant',
      model: 'assistant-opus-4-7',
      ...script(turn - 1, body),
      stop_sequence: null,
      usage: { ...TOKENS, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
    };
    response.setHeader('content-type', body.stream ? 'text/event-stream' : 'application/json');
    const events = () => messageEvents(message, message.content.map(streamed));
    response.end(body.stream ? events().join('') : JSON.stringify(message));
  };
  const server = await startHttpServer((request, response) => void respond(request, response));
  return { ...server, requests };
}

const PIECE_LENGTH = 12;

function streamed(block: Block): StreamedBlock {
  if (block.type === 'text')
    return {
      start: { ...block, text: '', ...(block.citations && { citations: [] }) },
      deltas: [
        ...inPieces(block.text ?? '').map((text) => ({ type: 'text_delta', text })),
        ...(block.citations ?? []).map((citation) => ({ type: 'citations_delta', citation })),
      ],
    };
  if (block.input === undefined) return { start: block, deltas: [] };
  return {
    start: { ...block, input: {} },
    deltas: inPieces(JSON.stringify(block.input)).map((piece) => ({
      type: 'input_json_delta',
      partial_json: piece,
    })),
  };
}

function inPieces(text: string): string[] {
  const count = Math.ceil(text.length / PIECE_LENGTH);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH),
  );
}
