/** Hand-written code without a client library, shared by `undici.request` and `fetch`. */
import { messageParams } from '@parlance/testing/request';
import { PROMPT, rowsIn, workOf, type Contender } from './contender.ts';

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
  const events = async () => eventsOf(await http.bytes('/v1/messages', bodyOf(PROMPT, true)));
  return {
    ...workOf({
      create: async (prompt) => {
        const json = await http.text('/v1/messages', bodyOf(prompt, false));
        return (JSON.parse(json) as { content: { text: string }[] }).content[0]?.text ?? '';
      },
      events,
      textOf: ({ delta }) => delta && (delta.text ?? ''),
    }),
    finalText: async () => {
      let text = '';
      for await (const event of await events()) text += event.delta?.text ?? '';
      return text.length;
    },
    finalToolInput: async () => {
      let json = '';
      for await (const event of await events()) json += event.delta?.partial_json ?? '';
      return rowsIn(JSON.parse(json));
    },
    pages: () => allPages(http),
  };
}

/** Returns the body of a request. */
export function bodyOf(prompt: string, stream: boolean): string {
  return JSON.stringify({ ...messageParams(prompt), ...(stream ? { stream } : {}) });
}

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
