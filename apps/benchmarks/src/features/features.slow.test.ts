import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AT_ONCE_MS } from '@parlance/testing/probes/observe';
import { benchFor } from '@parlance/testing/probes/probe';
import { probes } from '@parlance/testing/probes/probes';
import { subject } from '@parlance/testing/probes/parlance';

const page = readFileSync(new URL('../../../../docs/benchmarks/features.md', import.meta.url), 'utf8');

/** Needs 270 MB of memory. Slow probes are skipped too, because they wait for deadlines of minutes. */
const SKIPPED = new Set(['answer-large']);
const quick = probes.filter(({ id, slow }) => !slow && !SKIPPED.has(id));

describe('Parlance matches the published table', () => {
  test.each(quick)('$id: $title', { timeout: 2 * AT_ONCE_MS }, async ({ title, observe }) => {
    const observation = await observe(benchFor(subject, AT_ONCE_MS));
    const row = page.split('\n').find((line) => line.startsWith(`| ${title} |`));
    const says = observation?.good ? `**${observation.says}**` : observation?.says;
    expect(row?.split(' | ')[1]).toBe(says);
  });
});

test('every probe has a row and a description', () => {
  for (const { title, method } of probes) {
    expect(page).toContain(`\n| ${title} |`);
    expect(page).toContain(`- **${title}.** ${method}`);
  }
});
