/** The HTTP adapter that `#default-adapter` (package.json, `imports`) selects outside Node. */
import type { HttpAdapter } from '../http-adapter.js';
import { FetchAdapter } from './fetch-adapter.js';

/** Makes the adapter that a client uses when it is given none. */
export function defaultAdapter(): HttpAdapter {
  return new FetchAdapter();
}
