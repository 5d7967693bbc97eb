/** Hand-written code without a client library, shared by `undici.request` and `fetch`. */
import { LARGE_PROMPT, MAX_TOKENS, MODEL, PROMPT, stopwatch, type Contender } from './contender.ts';

/** Sends requests. */
export interface RawHttp {
  /** Sends a request and returns the text of the response. */
  text(path: string, body?: string): Promise<string>;
  /** Sends a request and returns the bytes of the response. */
  bytes(path: string, body: string): Promise<AsyncIterable<Uint8Array>>;
}

interface RawEvent {
  readonly type: string;
  readonly delta?: { readonly text?: string; readonly partial_json?: string };
}

/** Headers of hand-written requests. */
export const RAW_HEADERS = {
  'content-type': 'application/json',
  'x-api-key': 'key-0123456789',
  'vendor-version': '2023-06-01',
} as const;

/** Creates a contender from a way to send requests. */
export function rawContender(http: RawHttp): Contender {
  const events = async (prompt = PROMPT) => eventsOf(await http.bytes('/v1/messages', body(prompt, true)));
  return {
    create: async () => textOf(await http.text('/v1/messages', body(PROMPT, false))),
    createLarge: async () => textOf(await http.text('/v1/messages', body(LARGE_PROMPT, false))),
    stream: async () => {
      let characters = 0;
      for await (const event of await events()) characters += event.delta?.text?.length ?? 0;
      return characters;
    },
    finalText: async () => {
      let text = '';
      for await (const event of await events()) text += event.delta?.text ?? '';
      return text.length;
    },
    finalToolInput: async () => {
      let json = '';
      for await (const event of await events()) json += event.delta?.partial_json ?? '';
      return (JSON.parse(json) as { rows: unknown[] }).rows.length;
    },
    firstEvent: async () => {
      const time = stopwatch();
      for await (const event of await events()) if (event.type) time.event();
      return time.micros();
    },
    firstContent: async () => {
      const time = stopwatch();
      for await (const event of await events()) if (event.delta !== undefined) time.event();
      return time.micros();
    },
    openStream: async () => {
      const stream = (await events())[Symbol.asyncIterator]();
      const first = await stream.next();
      held.push(stream);
      return first.done === true ? 0 : first.value.type.length;
    },
    pages: () => allPages(http),
  };
}

/** Keeps open streams from being garbage collected. */
const held: unknown[] = [];

async function* eventsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RawEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.indexOf('data: ');
      if (data !== -1) yield JSON.parse(block.slice(data + 6)) as RawEvent;
    }
  }
}

function body(prompt: string, stream: boolean): string {
  return JSON.stringify({
    model: MODEL,
    max_tokens: MAX_TOKENS,
    messages: [{ role: 'user', content: prompt }],
    ...(stream ? { stream } : {}),
  });
}

function textOf(json: string): number {
  const message = JSON.parse(json) as { content: { text: string }[] };
  return message.content[0]?.text.length ?? 0;
}

async function allPages(http: RawHttp): Promise<number> {
  let items = 0;
  for (let after = ''; ;) {
    const page = JSON.parse(await http.text(`/v1/models?limit=1000${after}`)) as {
      data: unknown[];
      has_more: boolean;
      last_id: string;
    };
    for (const item of page.data) if (item) items += 1;
    if (!page.has_more) return items;
    after = `&after_id=${encodeURIComponent(page.last_id)}`;
  }
}
