import { ConnectionError, NotFoundError, PermissionError, ServerError } from '@parlance/core-transport';
import type { Fault } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { connect, userIdsOf, type Connected } from './testing/connect.js';

async function connectWith(faults: readonly Fault[], maxRetries = 2): Promise<Connected & { id: string }> {
  const retry = { maxRetries, baseDelayMs: 1, maxDelayMs: 1 };
  const open = await connect('in process', { client: { retry } });
  const user_ids = (await userIdsOf(open.compliance)).slice(0, 10);
  const { data } = await open.compliance.chats.list({ user_ids, limit: 1 });
  open.fake.setFaults(faults);
  return { ...open, id: data[0]?.id ?? '' };
}

/** The service deletes the chat, but the client does not receive the whole response. */
const lost: Fault = { match: { operation: 'chats.delete' }, times: 1, stream: { cut_after_bytes: 5 } };

describe('a deletion whose response is lost', () => {
  test('throws a NotFoundError with maybeApplied when the retry does not find the chat', async () => {
    await using open = await connectWith([lost]);
    const error: unknown = await open.compliance.chats.delete(open.id).catch((reason: unknown) => reason);
    expect(NotFoundError.is(error)).toBe(true);
    expect(error).toMatchObject({ maybeApplied: true, attempts: [{ status: 200 }, { status: 404 }] });
  });

  test('has an unknown outcome, with the error', async () => {
    await using open = await connectWith([lost]);
    const deletion = await open.compliance.chats.deleteIfExists(open.id);
    expect(deletion).toMatchObject({
      id: open.id,
      outcome: 'unknown',
      status: 404,
      requestId: expect.stringMatching(/^req_/),
      error: { maybeApplied: true },
    });
    expect(NotFoundError.is(deletion.error)).toBe(true);
  });

  test('has an unknown outcome when it is not retried', async () => {
    await using open = await connectWith([lost], 0);
    const deletion = await open.compliance.chats.deleteIfExists(open.id);
    expect(deletion).toMatchObject({ outcome: 'unknown', status: null, error: { maybeApplied: true } });
    expect(ConnectionError.is(deletion.error)).toBe(true);
  });
});

test('deleteIfExists distinguishes a chat that it deleted from one that was gone', async () => {
  await using open = await connectWith([]);
  const { chats } = open.compliance;
  expect(await chats.deleteIfExists(open.id)).toMatchObject({
    id: open.id,
    outcome: 'deleted',
    status: 200,
    headers: { 'content-type': expect.stringMatching(/json/) },
    requestId: expect.stringMatching(/^req_/),
    error: null,
  });
  const again = await chats.deleteIfExists(open.id);
  expect(again).toMatchObject({ id: open.id, outcome: 'was_gone', status: 404 });
  expect(NotFoundError.is(again.error)).toBe(true);
});

test('deleteIfExists has an unknown outcome after a server error', async () => {
  await using open = await connectWith([{ match: { operation: 'chats.delete' }, status: 500 }], 0);
  const deletion = await open.compliance.chats.deleteIfExists(open.id);
  expect(deletion).toMatchObject({ outcome: 'unknown', status: 500 });
  expect(ServerError.is(deletion.error)).toBe(true);
});

test('deleteIfExists throws errors after which the chat is unchanged', async () => {
  await using open = await connectWith([{ match: { operation: 'chats.delete' }, status: 403 }]);
  await expect(open.compliance.chats.deleteIfExists(open.id)).rejects.toBeInstanceOf(PermissionError);
});
