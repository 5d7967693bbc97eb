/** Search and holds on texts, compared with a scan that was written apart from them. `PARLANCE_TEST_QUESTIONS` sets the number of questions. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRecord } from '../certificates/digest.js';
import type { RecordOf } from '../records/archive-record.js';
import type { Hold } from '../retention/hold.js';
import { HoldMatcher } from '../retention/hold-match.js';
import { plainScan, SCRIPTS, type PlainQuestion, type PlainTerm } from '../testing/plain-scan.js';
import { randomFrom } from '../testing/random-from.js';
import { messageRecord } from '../testing/sample-records.js';
import { writeStates } from '../testing/with-snapshots.js';
import { temporaryFolder } from '../testing/write-archive.js';
import { searchArchive } from './search-archive.js';
import { sqlite } from './sqlite-sink.js';

const QUESTIONS = Number(process.env['PARLANCE_TEST_QUESTIONS'] ?? 200);
const TEXTS = 120;

const HOLD: Hold = {
  id: 'hold_1',
  scope: { text: '' },
  reference: null,
  reason: 'matter 12',
  addedBy: 'ines@example.com',
  addedAt: '2026-04-01T00:00:00Z',
  matchesNothingYetBy: null,
  effect: null,
  released: null,
};

/** A random source with a seed, and what tests choose with it. */
class Chooser {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  times<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}

function textOf(choose: Chooser, letters: readonly (readonly string[])[], words: number): string {
  const word = (): string =>
    choose.times(1, 6, () => choose.of(choose.of(letters))).join(choose.of(['', '', '\u200b']));
  return Array.from({ length: words }, word).join(choose.of([' ', '  ', '\n', '-', '\u3000']));
}

interface Question {
  readonly typed: string;
  readonly plain: PlainQuestion;
}

function termOf(
  choose: Chooser,
  letters: readonly (readonly string[])[],
): { readonly typed: string; readonly term: PlainTerm } {
  const word = (): (readonly string[])[] => choose.times(1, 4, () => choose.of(letters));
  const form = choose.of(['word', 'word', 'prefix', 'phrase', 'joined']);
  const parts: PlainTerm['letters'] =
    form === 'phrase'
      ? [...word(), null, ...word()]
      : form === 'joined'
        ? [...word(), '-', ...word()]
        : word();
  const shown = parts.map((part) => (part === null ? ' ' : part === '-' ? '-' : choose.of(part))).join('');
  const typed = form === 'phrase' ? `"${shown}"` : form === 'prefix' ? `${shown}*` : shown;
  return { typed, term: { letters: parts, startsWord: form === 'prefix' } };
}

function questionOf(choose: Chooser, letters: readonly (readonly string[])[]): Question {
  const first = termOf(choose, letters);
  const plain: { isNegated: boolean; terms: PlainTerm[] }[] = [{ isNegated: false, terms: [first.term] }];
  let { typed } = first;
  for (const operator of choose.times(0, 2, () => choose.of(['', 'OR', 'NOT']))) {
    const next = termOf(choose, letters);
    typed += ` ${operator} ${next.typed}`;
    if (operator === 'OR') plain.at(-1)!.terms.push(next.term);
    else plain.push({ isNegated: operator === 'NOT', terms: [next.term] });
  }
  return { typed, plain };
}

test.each(Object.entries(SCRIPTS))(
  'random questions in %s have the hits that a plain scan finds, and so do holds',
  { timeout: 600_000 },
  async (script, letters) => {
    const choose = new Chooser(script.length * 7919);
    const records = Array.from({ length: TEXTS }, (_, index): RecordOf<'message'> => {
      const { body } = messageRecord(1, index, { text: textOf(choose, letters, 1 + choose.below(12)) });
      const files = choose.times(0, 1, () => ({
        id: 'f',
        filename: textOf(choose, letters, 2),
        mime_type: 'x',
      }));
      return createRecord('message', body.id, { ...body, files }) as RecordOf<'message'>;
    });
    const file = path.join(await temporaryFolder(), 'archive.db');
    await writeStates(sqlite({ file }), [{ name: 'chats/000001', records }]);
    const texts = records.map(({ id, body }) => {
      const text = body.content.flatMap((block) => ('text' in block ? [block.text] : [])).join('\n\n');
      return { id, parts: [text, (body.files ?? []).map(({ filename }) => filename).join('\n')] };
    });
    let answered = 0;
    for (let asked = 0; asked < QUESTIONS / Object.keys(SCRIPTS).length; asked += 1) {
      const { typed, plain } = questionOf(choose, letters);
      const expected = texts.filter(({ parts }) => plainScan(plain, parts)).map(({ id }) => id);
      const { hits, refused, total } = await searchArchive(file, typed, { limit: Infinity });
      expect([typed, hits.map(({ id }) => id).sort(), refused, total]).toEqual([
        typed,
        expected.sort(),
        [],
        expected.length,
      ]);
      if (expected.length > 0 && expected.length < TEXTS / 2) answered += 1;
      const [{ terms } = { terms: [] }] = plain;
      if (plain.length > 1 || terms.length > 1 || terms[0]?.startsWord === true) continue;
      const matcher = new HoldMatcher([{ ...HOLD, scope: { text: typed.replaceAll('"', '') } }]);
      const held = records.filter((record) => matcher.ofText(record).length > 0).map(({ id }) => id);
      expect([typed, held.sort()]).toEqual([typed, expected]);
    }
    expect(answered).toBeGreaterThan(QUESTIONS / 50);
  },
);
