/** Hand-written requests with the platform's `fetch`. */
import type { Contender } from './contender.ts';
import { RAW_HEADERS, rawContender } from './raw.ts';

export function connect(baseUrl: string): Contender {
  const send = async (path: string, body?: string) => {
    const response = await fetch(baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: RAW_HEADERS,
      body: body ?? null,
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response;
  };
  return rawContender({
    text: async (path, body) => (await send(path, body)).text(),
    bytes: async (path, body) => {
      const { body: bytes } = await send(path, body);
      if (!bytes) throw new Error('no body');
      return bytes;
    },
  });
}
