/** The requests that a server under measurement gets. */
import { Agent, request } from 'undici';

/** Text that makes the model of the emulator answer with so many events that a stream has 206. */
export const LONG_PROMPT = '/long 372';
/** A small prompt. */
export const SHORT_PROMPT = 'Say something about the fox and the dog.';

const agent = new Agent({ connections: 16 });

/** Asks for a message; gives the body of the answer. */
export async function ask(url: string, prompt: string, stream = false): Promise<string> {
  const { body, statusCode } = await request(`${url}/v1/messages`, {
    method: 'POST',
    dispatcher: agent,
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'api-default',
      'vendor-version': '2023-06-01',
    },
    body: JSON.stringify({
      model: 'assistant-opus-4-7',
      max_tokens: 4096,
      messages: [{ role: 'user', content: prompt }],
      ...(stream ? { stream } : {}),
    }),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`status ${statusCode}: ${text}`);
  return text;
}

/** Does the work `times` times, 16 at once. */
export async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  const line = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: 16 }, line));
}
