/**
 * Compares the contract with `documented.json`: the facts of the API documents, extracted from them once. No command writes
 * that file. A change of the contract needs the same change there, made by a person who has read the documents.
 */
import * as contract from '@parlance/schemas';
import { expect, test } from 'vitest';
import { openapiDocument } from '../../packages/schemas/openapi/document.ts';
import activityTypes from './activity-types.json' with { type: 'json' };
import documented from './documented.json' with { type: 'json' };
import { factsOf, type Facts } from './testing/facts.ts';

const expected: Facts = documented;
const found = factsOf(openapiDocument(), contract);

/** One sentence for each difference. */
function differences(): readonly string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].flatMap((owner) => {
    const [before, after] = [expected[owner], found[owner]];
    if (after === undefined) return [`${owner}: documented, but not in the contract`];
    if (before === undefined)
      return [`${owner}: in the contract, but not in documented.json: ${JSON.stringify(after)}`];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((member) => {
      if (before[member] === after[member]) return [];
      const name = member === '' ? owner : `${owner} ${member}`;
      const [was, is] = differingParts(before[member] ?? 'nothing', after[member] ?? 'nothing');
      return [`${name}: documented as "${was}", in the contract "${is}"`];
    });
  });
}

/** Shortens two long facts to the part in which they differ. The longest fact has several pages. */
function differingParts(was: string, is: string): readonly [string, string] {
  const shorter = Math.min(was.length, is.length);
  let start = 0;
  while (start < shorter && was[start] === is[start]) start++;
  let end = 0;
  while (end < shorter - start && was.at(-1 - end) === is.at(-1 - end)) end++;
  const part = (fact: string): string => {
    const [from, to] = [start - CONTEXT, fact.length - end + CONTEXT];
    return `${from > 0 ? '... ' : ''}${fact.slice(Math.max(from, 0), to)}${to < fact.length ? ' ...' : ''}`;
  };
  return [part(was), part(is)];
}

const CONTEXT = 80;

test('the contract has the facts of the documents, and no others', () => {
  expect(differences()).toEqual([]);
});

test('the contract has the 169 types of activities that the documents name', () => {
  const types = new Set(
    Object.entries(found).flatMap(([owner, { type = '' }]) =>
      owner.endsWith('Activity') ? Array.from(type.matchAll(/"(\w+)"/g), ([, name]) => name) : [],
    ),
  );
  expect(activityTypes.length).toBe(169);
  expect(activityTypes.filter((type) => !types.has(type))).toEqual([]);
});
