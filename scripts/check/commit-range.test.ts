import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstUnchecked } from './commit-range.ts';

let folder: string;
let commits: readonly string[];

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-commits-'));
  git(folder, 'init', 'origin');
  const origin = path.join(folder, 'origin');
  commits = ['one', 'two', 'three', 'four'].map((message) => {
    git(origin, 'commit', '--allow-empty', '-m', message);
    return git(origin, 'rev-parse', 'HEAD');
  });
});

afterEach(() => rmSync(folder, { recursive: true }));

test('starts after the base', () => {
  expect(firstUnchecked(path.join(folder, 'origin'), commits[1]!)).toBe(commits[1]);
});

test('starts after the oldest commit of a shallow clone without the base', () => {
  git(folder, 'clone', '--depth', '2', `file://${folder}/origin`, 'clone');
  expect(firstUnchecked(path.join(folder, 'clone'), commits[0]!)).toBe(commits[2]);
});

test('rejects a complete history without the base', () => {
  expect(() => firstUnchecked(path.join(folder, 'origin'), '0'.repeat(40))).toThrow(
    'is not part of the history of HEAD',
  );
});

test('returns undefined without a repository', () => {
  expect(firstUnchecked(folder, commits[0]!)).toBeUndefined();
});
