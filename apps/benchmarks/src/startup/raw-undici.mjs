/** The baseline: undici alone. */
import { request } from 'undici';
import { loadRaw } from './raw.mjs';

export function load(baseUrl) {
  return loadRaw(async (path, init) => {
    const { body } = await request(baseUrl + path, init);
    return { text: () => body.text(), body };
  });
}
