/** Hand-written `fetch`, as in the migration guide: a call, a loop over lines and a loop over pages. */
import { KEY, PARAMS, type Subject } from '@parlance/testing/probes/subject';

const HEADERS = { 'content-type': 'application/json', 'x-api-key': KEY, 'vendor-version': '2023-06-01' };

interface RawEvent {
  readonly delta?: { readonly text?: string; readonly partial_json?: string };
}

export const subject: Subject = {
  dialect: 'messages',
  options: { refuseRedirects: "redirect: 'error'" },
  connect(baseUrl, { refuseRedirects } = {}) {
    const send = async (path: string, body?: object, signal?: AbortSignal) => {
      const response = await fetch(baseUrl + path, {
        method: body ? 'POST' : 'GET',
        headers: HEADERS,
        body: body ? JSON.stringify(body) : null,
        signal: signal ?? null,
        ...(refuseRedirects && { redirect: 'error' }),
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return response;
    };
    const json = async (path: string, body?: object, signal?: AbortSignal): Promise<unknown> =>
      (await send(path, body, signal)).json();
    const stream = async (onText: (text: string) => boolean, signal?: AbortSignal): Promise<string> => {
      const response = await send('/v1/messages', { ...PARAMS, stream: true }, signal);
      for await (const { delta } of eventsOf(response)) if (delta?.text && onText(delta.text)) break;
      return '';
    };
    return {
      ask: ({ signal, wrong } = {}) =>
        json('/v1/messages', wrong ? { ...PARAMS, max_tokens: 'many' } : PARAMS, signal),
      create: () => json('/v1/vaults', { display_name: 'Deployment keys' }),
      loop: stream,
      wholeText: async (signal) => {
        let whole = '';
        await stream((text) => {
          whole += text;
          return false;
        }, signal);
        return whole;
      },
      items: () => itemsOf(json),
    };
  },
};

async function* eventsOf({ body }: Response): AsyncGenerator<RawEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6)) as RawEvent;
  }
}

async function* itemsOf(json: (path: string) => Promise<unknown>): AsyncGenerator<unknown> {
  for (let after = ''; ;) {
    const page = (await json(`/v1/models${after}`)) as {
      data: unknown[];
      has_more: boolean;
      last_id: string;
    };
    yield* page.data;
    if (!page.has_more) return;
    after = `?after_id=${encodeURIComponent(page.last_id)}`;
  }
}
