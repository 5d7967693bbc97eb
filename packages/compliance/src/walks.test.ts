/** Lists that are long, or whose records change while they are read. */
import { CursorRefusedError, BadRequestError } from '@parlance/core-transport';
import { collectGarbage } from '@parlance/testing/collect-garbage';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connect, userIdsOf } from './testing/connect.js';

test('reads long lists page by page, and retains no page that was read', async () => {
  const client = { validation: undefined };
  const demo = { users: 500, chats: 5000, activities: 10_000 };
  await using open = await connect('in process', { demo, checkResponses: false, client });
  const { compliance } = open;
  const users = await userIdsOf(compliance);
  expect(users).toHaveLength(500);
  // The requests of this test are activities too, so the list needs an upper bound.
  const past = { limit: 1000, created_at: { lt: '2026-06-01T00:00:00Z' } };
  for (const [list, total] of [
    [compliance.activities.list(past), 10_000],
    [compliance.chats.listForUsers(users), 5000],
  ] as const) {
    const pages: WeakRef<object>[] = [];
    let count = 0;
    for await (const page of list.pages()) {
      pages.push(new WeakRef(page));
      count += page.data.length;
      expect(page.data.length).toBeLessThanOrEqual(1000);
    }
    expect(count).toBe(total);
    // A turn of the event loop, because a reference keeps its target alive in the turn that created it.
    await new Promise(setImmediate);
    collectGarbage();
    expect(pages.slice(0, -1).filter((page) => page.deref() !== undefined)).toEqual([]);
  }
});

/** A change between two pages: a chat is deleted, inserted or updated. */
const change = fc.record({ kind: fc.constantFrom('delete', 'insert', 'update'), at: fc.nat(500) });

test('yields every chat that exists throughout exactly once and in order while other chats change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }),
      fc.integer({ min: 5, max: 40 }),
      fc.boolean(),
      async (rounds, limit, isBackward) => {
        await using open = await connect('in process', {
          checkResponses: false,
          client: { validation: undefined },
        });
        const { compliance, fake } = open;
        const user_ids = (await userIdsOf(compliance)).slice(0, 10);
        const { data: atFirst } = await compliance.chats.list({ user_ids, limit: 1000 });
        const records = fake.world().store.of<{ id: string; created_at: string }>({ name: 'chats' });
        const survivors = new Set(atFirst.map((chat) => chat.id));
        const seen: string[] = [];
        let query: object = { user_ids, limit };
        if (isBackward) {
          const whole = await compliance.chats.list({ user_ids, limit: 1000 });
          query = { ...query, before_id: whole.body['last_id'] };
          survivors.delete(atFirst.at(-1)?.id ?? '');
        }
        for await (const page of compliance.chats.list(query as never).pages()) {
          const ids = page.data.map((chat) => chat.id);
          if (isBackward) seen.unshift(...ids);
          else seen.push(...ids);
          for (const { kind, at } of rounds.shift() ?? []) {
            const { id, created_at } = atFirst[at % atFirst.length] as { id: string; created_at: string };
            const record = records.get(id);
            if (kind === 'delete') {
              records.delete(id);
              survivors.delete(id);
            } else if (record !== undefined) {
              const changedId = kind === 'insert' ? `${id.slice(0, -4)}${String(at).padStart(4, '0')}` : id;
              records.put(changedId, {
                ...record,
                id: changedId,
                created_at,
                updated_at: '2026-06-01T00:00:00.000Z',
              } as never);
            }
          }
        }
        expect(new Set(seen).size).toBe(seen.length);
        const kept = seen.filter((id) => survivors.has(id));
        expect(kept).toEqual(atFirst.map((chat) => chat.id).filter((id) => survivors.has(id)));
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);

describe('a cursor that the service rejects', () => {
  test('throws an error with the filters and the last accepted checkpoint', async () => {
    await using open = await connect();
    const { compliance } = open;
    const user_ids = (await userIdsOf(compliance)).slice(0, 10);
    const first = await compliance.chats.list({ user_ids, limit: 10 });
    let requests = 0;
    const refusing = await connect('in process', {
      client: {
        middleware: [
          (next) => (request) => {
            requests += 1;
            // The cursor of the third page has expired.
            return next(
              requests === 3 ? { ...request, path: request.path.replace(/page_\w+/, 'page_gone') } : request,
            );
          },
        ],
      },
    });
    const pages: unknown[] = [];
    const walk = async (): Promise<void> => {
      for await (const page of refusing.compliance.chats.list({ user_ids, limit: 10 }).pages())
        pages.push(page.checkpoint);
    };
    const error: unknown = await walk().catch((reason: unknown) => reason);
    expect(CursorRefusedError.is(error) && BadRequestError.is(error)).toBe(true);
    expect(error).toMatchObject({
      code: 'invalid_request_error',
      operation: 'chats.list',
      filters: { user_ids, limit: 10 },
      refused: pages[1],
      checkpoint: pages[0],
      requestId: expect.stringMatching(/^req_/),
      status: 400,
    });
    expect(pages[0]).toEqual(first.checkpoint);
    // Resuming from the last accepted checkpoint continues at the page that failed.
    const resumeFrom = (error as CursorRefusedError).checkpoint ?? undefined;
    const again = await compliance.chats.list({ user_ids, limit: 10 }, { resumeFrom });
    expect(again.checkpoint).toEqual(pages[1]);
    await refusing[Symbol.asyncDispose]();
  });

  test('throws the same error when the list is resumed from it', async () => {
    await using open = await connect();
    const { checkpoint } = await open.compliance.activities.list({ limit: 5 });
    const resumeFrom = { ...checkpoint!, cursor: 'page_gone' };
    for (const read of [
      async () => await open.compliance.activities.list({ limit: 5 }, { resumeFrom }),
      () => open.compliance.activities.list({ limit: 5 }, { resumeFrom }).pages().next(),
    ]) {
      const error: unknown = await read().catch((reason: unknown) => reason);
      expect(CursorRefusedError.is(error)).toBe(true);
      expect(error).toMatchObject({ filters: { limit: 5 }, refused: resumeFrom, checkpoint: null });
    }
  });
});
