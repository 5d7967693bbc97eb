/** Fictional operations for tests of the transport, one per kind of replay. */
import type { IdPage, CursorPage, Operation } from '@parlance/schemas';
import type { TransportOptions } from '../options/client-options.js';
import type { TransportInternals } from '../client-settings.js';
import { Transport } from '../transport.js';
import { FakeClock } from './fake-clock.js';

/** The response of the operations. */
export interface Thing {
  id: string;
}

export const readThing: Operation<{ params: 'thing_id'; response: Thing }> = {
  id: 'things.retrieve',
  method: 'GET',
  path: '/v1/things/{thing_id}',
  auth: 'api-key',
  replay: 'read',
};

export const createThing: Operation<{ body: object; response: Thing }> = {
  id: 'things.create',
  method: 'POST',
  path: '/v1/things',
  auth: 'api-key',
  replay: 'create',
  beta: 'things-2026-01-01',
  secrets: ['auth.token', 'list.*.token'],
  content: ['prompt', 'messages', 'content'],
};

export const deleteThing: Operation<{ params: 'thing_id'; response: Thing }> = {
  id: 'things.delete',
  method: 'DELETE',
  path: '/v1/things/{thing_id}',
  auth: 'api-key',
  replay: 'idempotent',
};

export const generateThing: Operation<{ body: object; response: Thing; event: { type: string } }> = {
  id: 'things.generate',
  method: 'POST',
  path: '/v1/things/generate',
  auth: 'api-key',
  replay: 'generate',
  stream: 'message',
  secrets: ['auth.token', 'list.*.token'],
  content: ['prompt', 'messages', 'content'],
};

export const followThing: Operation<{ event: { type: string } }> = {
  id: 'things.follow',
  method: 'GET',
  path: '/v1/things/events',
  auth: 'api-key',
  replay: 'read',
  stream: 'session',
};

export const listThings: Operation<{
  query: { limit?: number; page?: string };
  response: CursorPage<number>;
}> = {
  id: 'things.list',
  method: 'GET',
  path: '/v1/things',
  auth: 'api-key',
  replay: 'read',
  paging: 'cursor',
};

export const listById: Operation<{
  query: { after_id?: string; before_id?: string };
  response: IdPage<number>;
}> = {
  id: 'things.listById',
  method: 'GET',
  path: '/v1/things',
  auth: 'api-key',
  replay: 'read',
  paging: 'id',
};

/** Creates a transport with a fake clock and random numbers of 0.5. */
export function transportWith(
  options: TransportOptions,
  internals: TransportInternals = {},
): { transport: Transport; clock: FakeClock } {
  const clock = new FakeClock();
  const transport = new Transport(
    { baseUrl: 'http://127.0.0.1:1', apiKey: 'key', ...options },
    { key: 'api-key' },
    { clock, random: () => 0.5, ...internals },
  );
  return { transport, clock };
}

/** Runs all pending tasks. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
}
