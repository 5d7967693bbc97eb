/** The requests that the emulator benchmarks send. */
import { Agent, request } from 'undici';

/** Prompt that makes the emulator reply with a long stream. */
export const LONG_PROMPT = '/long 372';
/** Prompt of a small request. */
export const SHORT_PROMPT = 'Say something about the fox and the dog.';

/** Options of a request. */
export interface AskOptions {
  /** Connections to use. Default: 16 that all requests share. */
  readonly dispatcher?: Agent;
  readonly signal?: AbortSignal;
}

const agent = new Agent({ connections: 16 });
const HEADERS = {
  'content-type': 'application/json',
  'x-api-key': 'api-default',
  'vendor-version': '2023-06-01',
};

/** Requests a message and returns the body of the response. */
export function ask(url: string, prompt: string, stream = false, options: AskOptions = {}): Promise<string> {
  return send(`${url}/v1/messages`, options, {
    model: 'assistant-opus-4-7',
    max_tokens: 4096,
    messages: [{ role: 'user', content: prompt }],
    ...(stream && { stream }),
  });
}

/** Sends a request, a POST if it has a body, and returns the body of the response. */
export async function send(url: string, options: AskOptions, json?: object): Promise<string> {
  const { body, statusCode } = await request(url, {
    dispatcher: agent,
    ...options,
    headers: HEADERS,
    ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${url}: status ${statusCode}: ${text}`);
  return text;
}

/** Repeats the work with a concurrency of 16. */
export async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  let remaining = times;
  const loop = async () => {
    while (remaining-- > 0) await work();
  };
  await Promise.all(Array.from({ length: 16 }, loop));
}
