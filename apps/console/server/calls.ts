import type { Backend } from './backend.js';
import { chatCalls } from './chat.js';
import { serviceCalls } from './service.js';
import type { Traffic } from './traffic.js';

/** Everything that the page can call. */
export function consoleCalls(backend: Backend, traffic: Traffic) {
  return {
    ...serviceCalls(backend, traffic),
    ...chatCalls(backend),
  };
}

/** The calls by name, for the page's typed functions. */
export type ConsoleCalls = ReturnType<typeof consoleCalls>;
