import { getEventListeners } from 'node:events';
import { expect } from 'vitest';

/** Requires that nothing listens to a signal anymore: a signal may outlive thousands of calls. */
export function expectNoListeners(signal: AbortSignal): void {
  expect(getEventListeners(signal, 'abort')).toEqual([]);
}
