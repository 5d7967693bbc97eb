import { expect, test } from 'vitest';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import { createThing, transportWith } from '../testing/things.js';

/** A body that recursive code cannot copy. */
function nested(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = { id: 'thing_1' };
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}

test('debug logs of deeply nested bodies change neither the request nor the response', async () => {
  const logged: unknown[] = [];
  const log = (...entry: unknown[]): void => void logged.push(entry);
  const http = new ScriptedAdapter({ body: nested(3000) });
  const logger = { level: 'debug' as const, error: log, warn: log, info: log, debug: log };
  const { transport } = transportWith({ http, logger });
  const response: unknown = await transport.call(createThing, { body: nested(3000) });
  expect(JSON.stringify(response) === JSON.stringify(nested(3000))).toBe(true);
  expect(http.requests).toHaveLength(1);
  expect(JSON.stringify(logged)).toContain('[nested deeper than 32 levels]');
  expect(logged.map((entry) => (entry as string[])[0])).toEqual([
    'parlance call',
    'parlance attempt',
    'parlance call completed',
  ]);
});

test('a logger whose promise rejects does not affect the call', async () => {
  const log = (): Promise<void> => Promise.reject(new Error('the log is full'));
  const http = new ScriptedAdapter({ body: { id: 'thing_1' } });
  const logger = { level: 'debug' as const, error: log, warn: log, info: log, debug: log };
  const { transport } = transportWith({ http, logger });
  expect(await transport.call(createThing, { body: {} })).toEqual({ id: 'thing_1' });
});
