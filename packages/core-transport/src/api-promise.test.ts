import { expect, test } from 'vitest';
import type { ApiPromise } from './api-promise.js';
import { ScriptedAdapter } from './testing/scripted-adapter.js';
import { readThing, transportWith, type Thing } from './testing/things.js';

function call(): ApiPromise<Thing> {
  const http = new ScriptedAdapter({ body: { id: 'a', more: 1 } });
  return transportWith({ http }).transport.call(readThing, { params: { thing_id: 'a' } });
}

test('one call can return its data, its response or both, in any order', async () => {
  const rawFirst = call();
  const raw = rawFirst.asResponse();
  expect(await rawFirst.withResponse()).toMatchObject({
    data: { id: 'a', more: 1 },
    status: 200,
    requestId: 'req_scripted',
  });
  expect(await rawFirst).toEqual({ id: 'a', more: 1 });
  expect(await (await raw).text()).toBe('{"id":"a","more":1}');

  const dataFirst = call();
  expect((await dataFirst.withResponse()).data).toEqual({ id: 'a', more: 1 });
  const made = await dataFirst.asResponse();
  expect([made.status, await made.json()]).toEqual([200, { id: 'a', more: 1 }]);
});
