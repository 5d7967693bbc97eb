import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { documents } from '../../rules/testing/documents.js';
import { TRANSITIONS, transition, type Transition, type Trigger } from './transitions.js';
import { load } from './run-context.js';
import { stagedSession } from '../testing/staged-session.js';

const SPEC =
  process.env['PARLANCE_SPEC'] ?? path.resolve(import.meta.dirname, '../../../../../../shared/spec');

/** The rows of the document: the first words of the trigger, and the transitions. */
const ROWS: Readonly<Record<string, readonly Trigger[]>> = {
  'user.message, or user.define_outcome': ['work'],
  'turn finished': ['finished'],
  'custom tool called, or a tool with always_ask': ['blocked'],
  'last missing result/confirmation': ['resolved', 'blocked'],
  'user.interrupt': ['interrupted'],
  'retryable fault': ['retryable_fault', 'retry'],
  'retries used up': ['exhausted'],
  'fatal fault': ['fatal_fault'],
};

test('no transition leaves the status terminated', () => {
  const leaving = Object.values<Transition>(TRANSITIONS).filter(
    ({ from, to }) => from.includes('terminated') && to !== 'terminated',
  );
  expect(leaving).toEqual([]);
});

describe.runIf(existsSync(SPEC))('the table of the document', () => {
  const text = existsSync(SPEC) ? readFileSync(path.join(SPEC, documents['not-shown'].file), 'utf8') : '';
  const section = text.slice(text.indexOf('#### 1.3.4'), text.indexOf('#### 1.3.5'));
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| From'))
    .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string, string, string, string]);

  test('has a transition for each row', () => {
    // Model turns keep the status, and a deleted session has none.
    const changes = rows.filter(([, from, trigger, to]) => from !== to && trigger !== 'delete');
    expect(changes.map(([, , trigger]) => trigger)).toEqual(Object.keys(ROWS));
    for (const [, from, trigger, to] of changes) {
      const [first] = (ROWS[trigger] ?? []).map((name) => TRANSITIONS[name]);
      expect([trigger, first?.to]).toEqual([trigger, to]);
      if (from !== 'any') expect(first?.from).toContain(from.replace(' (requires_action)', ''));
    }
  });
});

test('a transition that the status does not allow is an error', async () => {
  const { world, session } = await stagedSession();
  const context = load(world, session['id']);
  expect(() => context && transition(context, 'retry')).toThrow(
    'a session that is idle has no transition for retry',
  );
});
