import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError, PagingError } from '../errors/request-errors.js';
import { failure, ScriptedAdapter } from '../testing/scripted-adapter.js';
import type { Scripted } from '../testing/scripted-adapter.js';
import { listById, listThings, transportWith } from '../testing/things.js';
import type { Page, Checkpoint } from './page.js';

const page = (data: number[], next: string | null): Scripted => ({ body: { data, next_page: next } });
const idPage = (data: number[], more: boolean): Scripted => ({
  body: { data, has_more: more, first_id: `f${data[0]}`, last_id: `l${data.at(-1)}` },
});

function list(...pages: Scripted[]) {
  const http = new ScriptedAdapter(...pages);
  return { http, transport: transportWith({ http, retry: { maxRetries: 0 } }).transport };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('items', () => {
  test('of all pages, with empty pages in between', async () => {
    const { http, transport } = list(page([1, 2], 'b'), page([], 'c'), page([3], null));
    expect(await all(transport.list(listThings, { query: { limit: 2 } }))).toEqual([1, 2, 3]);
    expect(http.requests.map(({ path }) => path)).toEqual([
      '/v1/things?limit=2',
      '/v1/things?limit=2&page=b',
      '/v1/things?limit=2&page=c',
    ]);
  });

  test('of the id family, forwards and backwards', async () => {
    const forwards = list(idPage([1, 2], true), idPage([3], false));
    expect(await all(forwards.transport.list(listById, {}))).toEqual([1, 2, 3]);
    expect(forwards.http.requests[1]?.path).toBe('/v1/things?after_id=l2');
    const backwards = list(idPage([3, 4], true), idPage([1], false));
    expect(await all(backwards.transport.list(listById, { query: { before_id: 'x' } }))).toEqual([3, 4, 1]);
    expect(backwards.http.requests[1]?.path).toBe('/v1/things?before_id=f3');
  });

  test.each([{}, { has_more: null }])('of the id family, with the page fields %o', async (fields) => {
    const last = { body: { data: [], ...fields } };
    const { http, transport } = list({ body: { data: [1, 2], last_id: 'l2', ...fields } }, last);
    expect(await all(transport.list(listById, {}))).toEqual([1, 2]);
    expect(http.requests.map(({ path }) => path)).toEqual(['/v1/things', '/v1/things?after_id=l2']);
  });

  test('of a last page without cursors', async () => {
    expect(await all(list({ body: { data: [1] } }).transport.list(listById, {}))).toEqual([1]);
    expect(await all(list({ body: { data: [1] } }).transport.list(listThings, {}))).toEqual([1]);
  });

  test('leaving the loop stops fetching', async () => {
    const { http, transport } = list(page([1, 2], 'b'), page([3], null));
    for await (const item of transport.list(listThings, {})) if (item === 2) break;
    expect(http.requests).toHaveLength(1);
  });

  test('nothing is fetched before it is requested', () => {
    const { http, transport } = list(page([1], null));
    transport.list(listThings, {});
    expect(http.requests).toHaveLength(0);
  });
});

describe('pages', () => {
  test('await returns the first one', async () => {
    const { transport } = list(page([1], 'b'));
    const first: Page<number> = await transport.list(listThings, {});
    expect(first).toMatchObject({ data: [1], requestId: 'req_scripted', body: { next_page: 'b' } });
  });

  test('a checkpoint, through JSON, resumes in another process', async () => {
    const one = list(page([1, 2], 'b'), page([3], null));
    const first = await one.transport.list(listThings, { query: { limit: 2 } });
    const checkpoint = JSON.parse(JSON.stringify(first.checkpoint)) as Checkpoint;
    const two = list(page([3], null));
    expect(
      await all(two.transport.list(listThings, { query: { limit: 2 } }, { resumeFrom: checkpoint })),
    ).toEqual([3]);
    expect(two.http.requests[0]?.path).toBe('/v1/things?limit=2&page=b');
  });

  test('rejects a checkpoint of another list', () => {
    const { transport } = list(page([], null));
    const resumeFrom = { operation: 'other.list', filters: '', parameter: 'page', cursor: 'x' } as const;
    expect(() => transport.list(listThings, {}, { resumeFrom })).toThrow(ConfigError);
  });

  test.each(['operation', 'filters', 'parameter', 'cursor'])(
    'rejects a checkpoint without %s',
    async (member) => {
      const { transport } = list(page([1], 'b'));
      const { checkpoint } = await transport.list(listThings, {});
      const resumeFrom = { ...(checkpoint as Checkpoint), [member]: undefined };
      expect(() => transport.list(listThings, {}, { resumeFrom })).toThrow(
        'resumeFrom must be a checkpoint of',
      );
    },
  );

  test('rejects a checkpoint of the same list with other filters, but accepts another page size', async () => {
    const { transport } = list(page([1], 'b'), page([2], null));
    const query = { limit: 2, state: 'open' };
    const { checkpoint: resumeFrom } = await transport.list(listThings, { query } as never);
    const other = { query: { ...query, state: 'done' } } as never;
    expect(() => transport.list(listThings, other, { resumeFrom })).toThrow(/the same filters/);
    const larger = { query: { ...query, limit: 9 } } as never;
    expect(await all(transport.list(listThings, larger, { resumeFrom }))).toEqual([2]);
  });

  test('from every page yields the rest, and nothing after the last one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat(9), { maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (pages, isById) => {
          const bodies = pages.map((data, index): Scripted => {
            const cursor = index === pages.length - 1 ? null : `c${index}`;
            const fields = isById ? { has_more: cursor !== null, last_id: cursor } : { next_page: cursor };
            return { body: { data, ...fields } };
          });
          const operation = isById ? listById : listThings;
          let index = 0;
          for await (const { checkpoint } of list(...bodies)
            .transport.list(operation, {})
            .pages()) {
            index += 1;
            const resumeFrom = JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
            expect(resumeFrom.done === true).toBe(index === pages.length);
            const rest = list(...bodies.slice(index));
            const resumed = rest.transport.list(operation, {}, { resumeFrom });
            expect(await all(resumed)).toEqual(pages.slice(index).flat());
            expect(rest.http.requests).toHaveLength(pages.length - index);
            const first = await list(...bodies.slice(index)).transport.list(operation, {}, { resumeFrom });
            expect([first.data, await all(first)]).toEqual([pages[index] ?? [], pages.slice(index).flat()]);
          }
        },
      ),
    );
  });

  test('a checkpoint stays small, and null starts from the first page', async () => {
    const { transport } = list(page([1], 'b'), page([1], null));
    const query = { ids: Array.from({ length: 1000 }, (_, id) => `user_${id}`) };
    const first = await transport.list(listThings, { query } as never);
    expect(JSON.stringify(first.checkpoint).length).toBeLessThan(200);
    expect(await all(transport.list(listThings, {}, { resumeFrom: null }))).toEqual([1]);
  });

  test('iterating over an awaited page yields its items and those of the following pages', async () => {
    const { transport, http } = list(page([1, 2], 'b'), page([3], null));
    expect(await all(await transport.list(listThings, {}))).toEqual([1, 2, 3]);
    expect(http.requests).toHaveLength(2);
  });

  test('a page has the status and the headers of its response', async () => {
    const first = await list(page([1], null)).transport.list(listThings, {});
    expect(first).toMatchObject({ status: 200, requestId: 'req_scripted' });
    expect(first.headers['request-id']).toBe('req_scripted');
  });

  test('prefetching fetches one page ahead, not more', async () => {
    const { http, transport } = list(page([1], 'b'), page([2], 'c'), page([3], null));
    const counts: number[] = [];
    for await (const { data } of transport.list(listThings, {}, { prefetch: true }).pages()) {
      await new Promise(setImmediate);
      counts.push(http.requests.length, ...data);
    }
    expect(counts).toEqual([2, 1, 3, 2, 3, 3]);
  });
});

describe('errors', () => {
  test('a repeated cursor ends the list', async () => {
    // The last page ends a list that does not notice the repetition.
    const { transport } = list(page([1], 'b'), page([2], 'c'), page([3], 'b'), page([4], null));
    const seen: number[] = [];
    const read = async (): Promise<void> => {
      for await (const item of transport.list(listThings, {})) seen.push(item);
    };
    const error: unknown = await read().catch((reason: unknown) => reason);
    expect(PagingError.is(error)).toBe(true);
    // Resumes with the page that was not emitted: nothing is skipped or repeated.
    expect(error).toMatchObject({ checkpoint: { cursor: 'c' }, requestId: 'req_scripted' });
    expect(seen).toEqual([1, 2]);
  });

  test.each([
    ['resumed', {}, true],
    ['started at a cursor', { page: 'b' }, false],
  ])('a list that was %s does not accept that cursor again', async (_, query, isResumed) => {
    const { checkpoint: own } = await list(page([1], 'b')).transport.list(listThings, {});
    const resumeFrom = isResumed ? own : undefined;
    const { http, transport } = list(page([2], 'b'), page([2], 'b'));
    const error: unknown = await all(transport.list(listThings, { query }, { resumeFrom })).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: 'PagingError', checkpoint: resumeFrom ?? null });
    expect(http.requests).toHaveLength(1);
  });

  test('a cursor that is not a string is an error', async () => {
    const { transport } = list({ body: { data: [1], next_page: 2 } });
    await expect(all(transport.list(listThings, {}))).rejects.toMatchObject({ name: 'PagingError' });
  });

  test('the error of a later page has the class of the failure, and the checkpoint to resume from', async () => {
    const { transport } = list(page([1], 'b'), { status: 429, body: {} });
    const error: unknown = await all(transport.list(listThings, {})).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'RateLimitError', checkpoint: { cursor: 'b' } });
    const cut = list(page([1], 'b'), failure('ECONNRESET', true));
    await expect(all(cut.transport.list(listThings, {}))).rejects.toMatchObject({
      name: 'ConnectionError',
      code: 'ECONNRESET',
      checkpoint: { cursor: 'b' },
    });
  });

  test.each<[string, Scripted]>([
    ['a null cursor', { body: { data: [1], has_more: true, last_id: null } }],
    ['no cursor', { body: { data: [1], has_more: true } }],
    ['an empty cursor', { body: { data: [1], has_more: true, last_id: '' } }],
  ])('`has_more: true` with %s is an error that can be resumed', async (_, broken) => {
    const { transport } = list(idPage([0], true), broken);
    const error: unknown = await all(transport.list(listById, {})).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'PagingError', checkpoint: { cursor: 'l0' } });
    const { checkpoint } = error as PagingError;
    const later = list(idPage([1], false));
    expect(await all(later.transport.list(listById, {}, { resumeFrom: checkpoint }))).toEqual([1]);
    expect(later.http.requests[0]?.path).toBe('/v1/things?after_id=l0');
  });

  test('`has_more: true` without `next_page` is an error', async () => {
    const { transport } = list({ body: { data: [1], has_more: true, next_page: null } });
    const error: unknown = await all(transport.list(listThings, {})).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'PagingError', checkpoint: null });
  });

  test('an empty page with a new cursor continues', async () => {
    const empty: Scripted = { body: { data: [], has_more: true, last_id: 'x' } };
    const { transport } = list(idPage([1], true), empty, idPage([2], false));
    expect(await all(transport.list(listById, {}))).toEqual([1, 2]);
  });

  test('the first page fails with its own error', async () => {
    const { transport } = list({ status: 401, body: {} });
    await expect(all(transport.list(listThings, {}))).rejects.toMatchObject({ name: 'AuthenticationError' });
  });

  test('a page without a list is an error', async () => {
    const { transport } = list({ body: { items: [] } });
    await expect(all(transport.list(listThings, {}))).rejects.toMatchObject({ name: 'PagingError' });
  });

  test('a failed prefetch of a page that is never requested is not an unhandled rejection', async () => {
    const { transport } = list(page([1], 'b'), failure('ECONNRESET', true));
    const seen: number[] = [];
    for await (const item of transport.list(listThings, {}, { prefetch: true })) {
      seen.push(item);
      break;
    }
    await new Promise(setImmediate);
    // The runner fails on any unhandled rejection.
    expect(seen).toEqual([1]);
  });
});

test('concurrent next() calls receive all items in order', async () => {
  const { transport } = list(page([1, 2], 'b'), page([], 'c'), page([3], null));
  const iterator = transport.list(listThings, {})[Symbol.asyncIterator]();
  const results = await Promise.all(Array.from({ length: 5 }, () => iterator.next()));
  expect(results.map(({ value }) => value)).toEqual([1, 2, 3, undefined, undefined]);
  expect(results.map(({ done }) => done)).toEqual([false, false, false, true, true]);
});
