import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loopProbes } from '@parlance/testing/loops/probes';
import { subject } from '@parlance/testing/loops/parlance';

const page = readFileSync(new URL('../../../../docs/benchmarks/agent-loops.md', import.meta.url), 'utf8');

describe('Parlance matches the published table', () => {
  test.each(loopProbes)('$id: $title', async ({ title, observe }) => {
    const observation = await observe(subject);
    const row = page.split('\n').find((line) => line.startsWith(`| ${title} |`));
    expect(row?.split(' | ')[1]).toBe(`**${observation?.says}**`);
  });
});

test('every probe has a row and a description', () => {
  for (const { title, method } of loopProbes) {
    expect(page).toContain(`\n| ${title} |`);
    expect(page).toContain(`- **${title}.** ${method}`);
  }
});
