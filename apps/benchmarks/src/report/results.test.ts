import { expect, test } from 'vitest';
import { mergeSections, type MeasuredRow, type Section } from './results.ts';

function row(id: string, figure: string, date: string): MeasuredRow {
  const measured = { date, rounds: 9, machine: 'Node 24, 2 x CPU', load: 1.5 };
  return { id, title: id, budget: '', figure, passed: null, measured };
}

function section(title: string, ...rows: MeasuredRow[]): Section {
  return { title, about: `About ${title}`, rows };
}

test('a run of some rows replaces these in their places and keeps the others with their dates', () => {
  const stored = [
    section('Client', row('a', '1', '2026-01-01'), row('b', '2', '2026-01-01')),
    section('Weight', row('c', '3', '2026-01-01')),
  ];
  const fresh = [section('Client', row('n', '9', '2026-02-02'), row('a', '7', '2026-02-02'))];
  expect(mergeSections(stored, fresh)).toEqual([
    section('Client', row('a', '7', '2026-02-02'), row('b', '2', '2026-01-01'), row('n', '9', '2026-02-02')),
    section('Weight', row('c', '3', '2026-01-01')),
  ]);
});

test('a new section follows the others', () => {
  const stored = [section('Client', row('a', '1', '2026-01-01'))];
  const fresh = [section('Emulator', row('e', '5', '2026-02-02'))];
  expect(mergeSections(stored, fresh).map(({ title }) => title)).toEqual(['Client', 'Emulator']);
});
