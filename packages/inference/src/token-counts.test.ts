/** One function counts tokens: spans, metrics, stop conditions and costs agree. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inputTokens, tokenCounts } from '@parlance/core-transport/internal';
import type { Usage } from '@parlance/schemas/inference';
import { expect, test } from 'vitest';
import { messageCost } from './message-cost.js';
import { sumUsage } from './sum-usage.js';
import { tokenUsageReaches } from './tools/stop-conditions.js';
import type { ToolRunProgress } from './tools/tool-run.js';

const counts = { cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
const cached: Usage = { input_tokens: 4, output_tokens: 10, cache_read_input_tokens: 6000 };
/** The counts of a compaction are not part of the usage's own. */
const compacted: Usage = {
  input_tokens: 600,
  output_tokens: 12,
  iterations: [
    { type: 'compaction', input_tokens: 60_000, output_tokens: 385, ...counts },
    { type: 'message', input_tokens: 600, output_tokens: 12, ...counts },
  ],
};

test('counts tokens of the cache and of all passes', () => {
  expect(inputTokens(tokenCounts(cached))).toBe(6004);
  expect(tokenCounts(compacted)).toMatchObject({ input: 60_600, output: 397, cacheRead: 0 });
  expect(tokenCounts({ ...cached, output_tokens_details: { thinking_tokens: 7 } })).toMatchObject({
    reasoning: 7,
    cacheWrite: undefined,
  });
  const odd = { input_tokens: '4', iterations: null, output_tokens: null };
  expect(tokenCounts(odd)).toMatchObject({ input: undefined, output: undefined });
});

test('a sum counts what its parts count', () => {
  const sum = tokenCounts(sumUsage([cached, compacted, cached]));
  expect(inputTokens(sum)).toBe(6004 + 60_600 + 6004);
  expect(sum.output).toBe(10 + 397 + 10);
});

test('a run stops at tokens of all passes, as it does at their cost', async () => {
  const run = { usage: compacted } as ToolRunProgress;
  expect(await tokenUsageReaches(60_997)(run)).toBe(true);
  expect(await tokenUsageReaches(60_998)(run)).toBe(false);
  const prices = { m: { input: 1_000_000, output: 1_000_000 } };
  expect(messageCost({ model: 'm', usage: compacted }, prices).total).toBe(60_997);
});

test('no other source reads the counts of a usage', () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const readers = globSync(
    'packages/{core-transport,inference,managed-agents,ai-sdk,agent-tools,durable,archive,cli}/src/**/*.ts',
    { cwd: root, exclude: ['**/*.{test,examples}.ts', '**/testing/**'] },
  ).filter((file) =>
    /^(?! *\/?\*).*\b(?:cache_(?:creation|read)_input_tokens|thinking_tokens|usage\??\.(?:in|out)put_tokens)\b/m.test(
      readFileSync(path.join(root, file), 'utf8'),
    ),
  );
  expect(readers.toSorted()).toEqual([
    // The fields of usage reports, which are not the usage of a message.
    'packages/cli/src/commands/usage.ts',
    'packages/core-transport/src/observability/token-counts.ts',
    // What counts against a rate limit, which input read from the cache does not.
    'packages/core-transport/src/pipeline/held-permit.ts',
    'packages/inference/src/sum-usage.ts',
  ]);
});
