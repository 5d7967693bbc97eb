import { expect, test } from 'vitest';
import * as records from '../compliance/scenario/records.schema.js';
import * as divergences from '../exchanges/divergence.schema.js';
import * as exchanges from '../exchanges/exchange.schema.js';
import * as sessions from '../managed-agents/run/session-scenario.schema.js';
import * as mcp from '../mcp/mcp-scenario.schema.js';
import { writeInterfaces } from './testing/write-interfaces.js';

const response = { from: './exchange.js', types: { RecordedResponse: exchanges.RecordedResponseSchema } };

test.each([
  { path: '../compliance/scenario/records', module: records },
  { path: '../exchanges/divergence', module: divergences, imported: response },
  { path: '../exchanges/exchange', module: exchanges },
  { path: '../managed-agents/run/session-scenario', module: sessions },
  { path: '../mcp/mcp-scenario', module: mcp },
])('$path has the interfaces of its schemas', async ({ path, module, imported }) => {
  const text = await writeInterfaces(new URL(`${path}.schema.ts`, import.meta.url), module, imported);
  await expect(text).toMatchFileSnapshot(`${path}.ts`);
});
