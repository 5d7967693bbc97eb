/** The HTTP adapter that `#default-adapter` (package.json, `imports`) selects outside Node. */
import type { HttpAdapter } from '../http-adapter.js';
import { FetchAdapter } from './fetch-adapter.js';

/** Creates the adapter that a client uses when its `http` option is not set. */
export function defaultAdapter(): HttpAdapter {
  return new FetchAdapter();
}
