/** `fetch` alone. */
import { loadRaw } from './raw.mjs';

export function load(baseUrl) {
  return loadRaw((path, init) => fetch(baseUrl + path, init));
}
