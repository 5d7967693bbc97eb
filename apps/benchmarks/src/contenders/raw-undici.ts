/** The baseline: `undici.request` and `JSON.parse`. */
import { request } from 'undici';
import type { Contender } from './contender.ts';
import { RAW_HEADERS, rawContender } from './raw.ts';

export function connect(baseUrl: string): Contender {
  const send = async (path: string, body?: string) => {
    const response = await request(baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: RAW_HEADERS,
      body: body ?? null,
    });
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
    return response.body;
  };
  return rawContender({
    text: async (path, body) => (await send(path, body)).text(),
    bytes: send,
  });
}
