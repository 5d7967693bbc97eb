/** The guide names everything that the emulator does not have. The list comes from the document, not from the guide. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { openapiDocument } from '../../packages/schemas/openapi/document.ts';
import committed from './not-shown.json' with { type: 'json' };

/** What the document names. */
interface NotShown {
  /** Paths of operations, with `ID` for parameters, as `/v1/vaults/ID` or shortened, as `/v1/skills …/versions/ID`. */
  readonly paths: readonly string[];
  /** Prefixes of the ids of families that only later versions have. */
  readonly laterPrefixes: readonly string[];
}

const SPEC = process.env['PARLANCE_SPEC'] ?? path.resolve(import.meta.dirname, '../../../shared/spec');
const ROOT = path.resolve(import.meta.dirname, '../..');
const { paths, laterPrefixes }: NotShown = committed;
const document = openapiDocument();
const guide = readFileSync(path.join(ROOT, 'docs/guides/what-the-emulator-does-not-do.md'), 'utf8');

const served = Object.keys(document['paths'] as object).map((path) => path.replaceAll(/\{\w+\}/g, 'ID'));
const absent = Array.from(guide.matchAll(/`(\/v1\/[\w/-]+)`/g), ([, path]) => path as string);

/** Whether a path, or a shortened one after its family, is one of `known` or, with `below`, is below one of them. */
function isIn(known: readonly string[], named: string, below: boolean): boolean {
  const [family = '', short] = named.split(' …');
  const whole = short === undefined ? family : joined(family, short);
  return known.some(
    (path) =>
      path === whole ||
      (short !== undefined && path.endsWith(short)) ||
      (below && `${whole}/`.startsWith(`${path}/`)),
  );
}

/** Joins a family and a shortened path, which may repeat the end of the family. */
function joined(family: string, short: string): string {
  const [, first = ''] = short.split('/');
  const start = family.indexOf(`/${first}/`);
  return (start < 0 ? family : family.slice(0, start)) + short;
}

test('the guide lists each operation that the emulator does not have', () => {
  expect(paths.length).toBeGreaterThan(70);
  const missing = paths.filter((named) => !isIn(served, named, false) && !isIn(absent, named, true));
  expect(missing).toEqual([]);
});

test('the guide lists no operation that the emulator has, and none that the document does not name', () => {
  expect(absent.filter((path) => served.includes(path))).toEqual([]);
  const known = paths.map((named) => named.split(' …'));
  const isNamed = (path: string): boolean =>
    known.some(([family = '', short]) => family === path || (short !== undefined && path.endsWith(short)));
  expect(absent.filter((path) => !isNamed(path))).toEqual([]);
});

test('the guide lists each family that only later versions have', () => {
  expect(laterPrefixes.length).toBeGreaterThan(10);
  const contract = JSON.stringify(document);
  const missing = laterPrefixes.filter(
    (prefix) => !guide.includes(`\`${prefix}\``) && !contract.includes(prefix),
  );
  expect(missing).toEqual([]);
});

describe.runIf(existsSync(SPEC))('the list', () => {
  test('has everything that the document names; `-u` updates it', async () => {
    const text = readFileSync(path.join(SPEC, 'not-shown.md'), 'utf8');
    const json = await format(JSON.stringify(extractNotShown(text)), { parser: 'json', printWidth: 110 });
    await expect(json).toMatchFileSnapshot('./not-shown.json');
  });
});

/** Extracts the paths and prefixes from the text of the document. */
function extractNotShown(text: string): NotShown {
  let latest = '';
  const paths = Array.from(text.matchAll(/(?:\/v1\/|…\/)[\w/{}-]+/g), ([match]) => {
    const path = match.replaceAll(/\{\w*\}/g, 'ID').replace(/\/$/, '');
    if (path.startsWith('…')) return `${latest} ${path}`;
    latest = path;
    return path;
  });
  const later = /1\.x only: ((?:`\w+_`[,.] ?)+)/.exec(text)?.[1] ?? '';
  return {
    paths: [...new Set(paths)].toSorted(),
    laterPrefixes: Array.from(later.matchAll(/`(\w+_)`/g), ([, prefix]) => prefix as string),
  };
}
