import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { subject } from '@parlance/testing/provider/parlance';
import { cell, observe, programs, REASONS } from './provider-page.ts';

const page = readFileSync(new URL('../../../../docs/benchmarks/ai-sdk-provider.md', import.meta.url), 'utf8');

/** The cells of a row. */
function rowOf(title: string): string[] {
  const row = page.split('\n').find((line) => line.startsWith(`| ${title} |`));
  return row?.split(' | ').map((part) => part.replace(/ \|$/, '').trim()) ?? [];
}

describe('our provider matches the published table', () => {
  test.each(programs)('$title', async (program) => {
    const observed = await observe(program, subject);
    expect([cell(observed, undefined), cell(observed, observed)]).toContain(rowOf(program.title)[2]);
  });
});

test('every row is right, or says why not', () => {
  expect(programs.length).toBeGreaterThan(60);
  for (const { title } of programs) {
    const [, , ours, why] = rowOf(title);
    expect([title, why]).toEqual([title, ours?.startsWith('**') ? '' : REASONS[title]]);
    expect(ours?.startsWith('**') || why).toBeTruthy();
  }
});
