import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reportText } from './markdown.ts';
import type { Section } from './results.ts';

const folder = new URL('../../../../docs/benchmarks/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

// The results exist once everything has been measured in one run.
test.runIf(existsSync(new URL('results.json', folder)))(
  'docs/benchmarks is what the tool writes from the results',
  () => {
    const sections = JSON.parse(read('results.json')) as Section[];
    expect(read('README.md')).toBe(reportText(sections));
  },
);
