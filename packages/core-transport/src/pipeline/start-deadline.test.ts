/**
 * A process that was stopped and continued: its clock jumps, its timers are late, and its sockets hold what has arrived
 * since. The clock of these tests is advanced at once, and the socket is real.
 */
import { expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import type { Responder } from '@parlance/testing/fault-server';
import { response } from '@parlance/testing/responders';
import { FakeClock } from '../testing/fake-clock.js';
import { readThing } from '../testing/things.js';
import { Transport } from '../transport.js';

const DEADLINE_MS = 1500;
const SUSPENDED_MS = 2000;

/** A clock whose timers find that time has passed, as after a suspension. */
class JumpingClock extends FakeClock {
  #jumpedMs = 0;

  override now(): number {
    return super.now() + this.#jumpedMs;
  }

  jump(milliseconds: number): void {
    this.#jumpedMs = milliseconds;
    this.advance(milliseconds);
  }
}

function transportTo(server: FaultServer, clock: JumpingClock): Transport {
  const timeouts = { headersMs: DEADLINE_MS, bodyMs: DEADLINE_MS, totalMs: Infinity };
  const options = { baseUrl: server.url, apiKey: 'key', timeouts, retry: { maxRetries: 0 } };
  return new Transport(options, { key: 'api-key' }, { clock });
}

test.each([
  ['the whole response', 0],
  ['the rest of a response', 40],
])('a process that continues reads %s before it reports a deadline', async (_name, before) => {
  const clock = new JumpingClock();
  const bytes = response(200, '{"id":"there"}');
  const responder: Responder = async (connection) => {
    if (before > 0) await connection.write(bytes.subarray(0, before));
    await new Promise(setImmediate);
    const written = connection.write(bytes.subarray(before));
    // The bytes are in the socket's buffer; the client has not read them.
    clock.jump(SUSPENDED_MS);
    await written;
  };
  await using server = await FaultServer.start(responder);
  await using transport = transportTo(server, clock);
  expect(await transport.call(readThing, { params: { thing_id: 't' } })).toEqual({ id: 'there' });
});

test('a process that continues reports a deadline if nothing has arrived', async () => {
  const clock = new JumpingClock();
  await using server = await FaultServer.start(() => clock.jump(SUSPENDED_MS));
  await using transport = transportTo(server, clock);
  await expect(transport.call(readThing, { params: { thing_id: 't' } })).rejects.toMatchObject({
    phase: 'headers',
  });
});
