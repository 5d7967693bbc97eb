import { listVaults, type CursorPage, type IdPage } from '@parlance/schemas';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { AnyCall } from '../engine/call.js';
import { Refusal } from '../engine/refusal.js';
import { verifies } from '../testing/verifies.js';
import { collection, type Collection } from '../world/store.js';
import type { World } from '../world/world.js';
import { cursorPage, idPage, type ListSpec } from './pages.js';

interface Note {
  readonly id: string;
  readonly rank: number;
  readonly isArchived: boolean;
}

const notes = collection<Note>('notes');

function callOf(world: World, query: object): AnyCall {
  return { operation: listVaults, params: {}, query, world } as unknown as AnyCall;
}

/** Changes between two pages. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), rank: fc.nat(3) }),
  fc.record({ kind: fc.constantFrom('archive' as const, 'delete' as const), which: fc.nat(40) }),
);
const walk = fc.record({
  ranks: fc.array(fc.nat(3), { maxLength: 20 }),
  between: fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 20 }),
  limit: fc.integer({ min: 1, max: 5 }),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  by: fc.constantFrom(undefined, (note: Note) => note.rank),
});

let count = 0;
function insert(records: Collection<Note>, rank: number): void {
  const id = `note_${count++}`;
  records.put(id, { id, rank, isArchived: false });
}

function apply(records: Collection<Note>, one: { kind: string; rank?: number; which?: number }): void {
  if (one.kind === 'insert') {
    insert(records, one.rank ?? 0);
    return;
  }
  const entry = records.entries()[(one.which ?? 0) % Math.max(1, records.size)];
  if (entry === undefined) return;
  if (one.kind === 'delete') records.delete(entry.id);
  else records.put(entry.id, { ...entry.record, isArchived: true });
}

type Next = (query: object) => { readonly shown: readonly string[]; readonly next: object | undefined };

/** Requests all pages, changes records between them, and returns the listed items. */
function walkAll(
  records: Collection<Note>,
  next: Next,
  between: readonly (readonly { kind: string }[])[],
): string[] {
  const shown: string[] = [];
  let query: object | undefined = {};
  for (let page = 0; query !== undefined && page < 500; page++) {
    const answer: ReturnType<Next> = next(query);
    shown.push(...answer.shown);
    query = answer.next;
    for (const one of between[page] ?? []) apply(records, one);
  }
  return shown;
}

const families: readonly (readonly [
  name: string,
  next: (world: World, spec: ListSpec<Note, string>, limit: number) => Next,
])[] = [
  [
    'cursor',
    (world, spec, limit) => (query) => {
      const page: CursorPage<string> = cursorPage(callOf(world, { ...query, limit }), spec);
      return { shown: page.data, next: page.next_page === null ? undefined : { page: page.next_page } };
    },
  ],
  ...(['ids', 'opaque'] as const).map(
    (cursors) =>
      [
        `id (${cursors})`,
        (world: World, spec: ListSpec<Note, string>, limit: number): Next =>
          (query) => {
            const page: IdPage<string> = idPage(callOf(world, { ...query, limit }), { ...spec, cursors });
            return {
              shown: page.data,
              next: page.has_more && page.last_id !== null ? { after_id: page.last_id } : undefined,
            };
          },
      ] as const,
  ),
];

describe.each(families)('paging through a list with %s paging', (_, family) => {
  test('lists every persistent record exactly once, in order', () => {
    fc.assert(
      fc.property(walk, ({ ranks, between, limit, order, by }) => {
        const world = createFake().world();
        const records = world.store.of(notes);
        for (const rank of ranks) insert(records, rank);
        const before = records.entries().map(({ id }) => id);
        const spec: ListSpec<Note, string> = {
          from: records,
          order,
          by,
          where: (note) => !note.isArchived,
          show: ({ id }) => id,
        };
        const shown = walkAll(records, family(world, spec, limit), between);
        expect(new Set(shown).size).toBe(shown.length);
        const survivors = before.filter((id) => records.get(id)?.isArchived === false);
        expect(shown).toEqual(expect.arrayContaining(survivors));
        const place = (id: string): readonly [number, number] => {
          const entry = records.place(id);
          return [by === undefined ? 0 : (entry?.record.rank ?? 0), entry?.sequence ?? 0];
        };
        const sorted = shown.toSorted((left, right) => {
          const [a, b] = [place(left), place(right)];
          return (a[0] - b[0] || a[1] - b[1]) * (order === 'asc' ? 1 : -1);
        });
        expect(shown).toEqual(sorted);
      }),
    );
  });
});

describe('pages', () => {
  test('before_id returns the preceding items in list order, with has_more', () => {
    const world = createFake().world();
    const records = world.store.of(notes);
    for (let index = 0; index < 7; index++) insert(records, 0);
    const all = records
      .entries()
      .map(({ id }) => id)
      .toReversed();
    const page = (query: object): IdPage<string> =>
      idPage(callOf(world, { limit: 3, ...query }), { from: records, show: ({ id }) => id });
    expect(page({ before_id: all[5] })).toEqual({
      data: all.slice(2, 5),
      has_more: true,
      first_id: all[2],
      last_id: all[4],
    });
    expect(page({ before_id: all[2] })).toEqual({
      data: all.slice(0, 2),
      has_more: false,
      first_id: all[0],
      last_id: all[1],
    });
  });

  test('an empty page has no cursors', () => {
    verifies('GEN-010');
    const world = createFake().world();
    const spec = { from: world.store.of(notes), show: ({ id }: Note) => id };
    expect(idPage(callOf(world, {}), spec)).toEqual({
      data: [],
      has_more: false,
      first_id: null,
      last_id: null,
    });
    expect(cursorPage(callOf(world, {}), spec)).toEqual({ data: [], next_page: null });
  });

  test('rejects invalid cursors and cursors of another order, world or list', () => {
    verifies('GEN-009');
    const fake = createFake();
    const world = fake.world();
    const records = world.store.of(notes);
    for (let index = 0; index < 3; index++) insert(records, 0);
    const spec: ListSpec<Note, string> = { from: records, show: ({ id }) => id };
    const cursor = cursorPage(callOf(world, { limit: 1 }), spec).next_page as string;
    expect(cursor).toMatch(/^page_[\w-]+$/);
    const refusals = [
      () => cursorPage(callOf(world, { page: cursor }), { ...spec, order: 'asc' }),
      () => cursorPage(callOf(world, { page: cursor }), { ...spec, by: ({ rank }) => rank }),
      () => cursorPage(callOf(fake.world('other'), { page: cursor }), spec),
      () => cursorPage({ ...callOf(world, { page: cursor }), params: { owner: 'x' } }, spec),
      () => cursorPage(callOf(world, { page: `${cursor}=` }), spec),
      () => cursorPage(callOf(world, { page: 'page_bm9uZQ' }), spec),
      () => cursorPage(callOf(world, { page: '' }), spec),
      () => idPage(callOf(world, { after_id: 'note_x' }), spec),
    ];
    for (const refused of refusals) expect(refused).toThrow(Refusal);
    expect(cursorPage(callOf(world, { page: cursor }), spec).data).toHaveLength(2);
  });
});
