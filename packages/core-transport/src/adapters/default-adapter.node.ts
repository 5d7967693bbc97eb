/** The HTTP adapter that `#default-adapter` (package.json, `imports`) selects in Node. */
import type { HttpAdapter } from '../http-adapter.js';
import { SharedAdapter } from './shared-adapter.js';

/** Creates the adapter that a client uses when its `http` option is not set. */
export function defaultAdapter(): HttpAdapter {
  return new SharedAdapter();
}
