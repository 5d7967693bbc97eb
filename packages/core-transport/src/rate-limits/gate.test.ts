import { expect, test } from 'vitest';
import type { CallPriority } from './rate-limiter.js';
import { WaitingLine } from './gate.js';

function order(places: readonly (readonly [string, CallPriority, number])[]): string[] {
  const line = new WaitingLine<string>();
  const remove = new Map(places.map(([name, priority, since]) => [name, line.add(name, priority, since)]));
  const names: string[] = [];
  for (let next = line.next(); next !== undefined; next = line.next()) {
    names.push(next);
    remove.get(next)?.();
  }
  expect(line.size).toBe(0);
  return names;
}

test('first come, first served within a class', () => {
  expect(
    order([
      ['a', 'normal', 1],
      ['b', 'normal', 2],
      ['c', 'normal', 3],
    ]),
  ).toEqual(['a', 'b', 'c']);
});

test('a higher class goes first', () => {
  expect(
    order([
      ['bulk', 'bulk', 0],
      ['normal', 'normal', 1],
      ['interactive', 'interactive', 2],
    ]),
  ).toEqual(['interactive', 'normal', 'bulk']);
});

test('ten seconds of waiting outweigh one class', () => {
  expect(
    order([
      ['old bulk', 'bulk', 0],
      ['older normal', 'normal', 5000],
      ['interactive', 'interactive', 15_001],
      ['late interactive', 'interactive', 20_001],
    ]),
  ).toEqual(['older normal', 'interactive', 'old bulk', 'late interactive']);
});

test('removing a request twice counts once', () => {
  const line = new WaitingLine<string>();
  const leave = line.add('a', 'normal', 0);
  line.add('b', 'normal', 0);
  leave();
  leave();
  expect(line.size).toBe(1);
});
