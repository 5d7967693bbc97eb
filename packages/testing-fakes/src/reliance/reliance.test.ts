import { operationSources } from '@parlance/schemas';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { ruleRows } from '../rules/index.js';
import { formatReliance, relianceOf } from './reliance.js';

let fake: Fake;
let url: string;

beforeEach(async () => {
  fake = createFake();
  ({ url } = await fake.listen());
});
afterEach(() => fake.close());

async function call(path: string, key: string): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    headers: { 'x-api-key': key, 'vendor-version': '2023-06-01' },
  });
  await response.arrayBuffer();
}

test('a run without requests relied on nothing', () => {
  expect(relianceOf(fake)).toEqual({
    assumptions: [],
    rules_not_exercised: ruleRows.map(({ id }) => id),
    operations_not_called: Object.keys(operationSources),
    scenario_problems: [],
  });
});

test('names the assumed operations that were called, and not the documented ones', async () => {
  await call('/v1/organizations/api_keys', fake.keys.admin);
  await call('/v1/organizations/api_keys', fake.keys.admin);
  await call('/v1/organizations/invites', fake.keys.admin);
  const report = relianceOf(fake);
  expect(report.assumptions).toEqual([
    {
      kind: 'operation',
      id: 'apiKeys.list',
      source: 'compliance > Administration: organization',
      assumed: ['operation'],
      requests: 2,
    },
  ]);
  expect(report.operations_not_called).not.toContain('apiKeys.list');
  expect(report.operations_not_called).not.toContain('invites.list');
  expect(formatReliance(report)).toMatch(
    /^Assumptions used: 1\n {2}operation apiKeys\.list \(compliance > Administration: organization\), requests: 2\n/,
  );
});

test('names assumed rules that rejected a request, and not documented ones', () => {
  const assumed = ruleRows.find(({ source }) => /^not-shown > [^;]*$/.test(source));
  const documented = ruleRows.find(({ source }) => !source.includes('not-shown'));
  const entry = {
    number: 1,
    world: 'default',
    time: null,
    duration_ms: 0,
    method: 'GET',
    path: '/',
    operation: null,
    status: 400,
    fault: null,
    unknown_model: null,
    request_id: 'req_1',
  };
  const report = relianceOf({
    journal: () => [assumed, documented].map((rule) => ({ ...entry, rule: rule?.id ?? null })),
    scenarioProblems: () => [],
  });
  expect(report.assumptions).toEqual([
    { kind: 'rule', id: assumed?.id, source: assumed?.source, assumed: [], requests: 1 },
  ]);
  expect(report.rules_not_exercised).toHaveLength(ruleRows.length - 2);
});

test('the control API has the report, with unused parts of the scenario', async () => {
  fake.setScripts([{ steps: [{ reply: 'Never used' }] }]);
  const response = await fetch(`${url}/_fake/worlds/default/reliance`);
  const report = relianceOf(fake);
  expect(report.scenario_problems).toHaveLength(1);
  expect(await response.json()).toEqual(report);
});
