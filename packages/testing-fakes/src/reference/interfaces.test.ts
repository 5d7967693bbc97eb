import { expect, test } from 'vitest';
import * as records from '../compliance/scenario/records.schema.js';
import * as divergences from '../exchanges/divergence.schema.js';
import * as exchanges from '../exchanges/exchange.schema.js';
import * as sessions from '../managed-agents/run/session-scenario.schema.js';
import { writeInterfaces, type Imported } from './testing/write-interfaces.js';

test.each<readonly [string, Readonly<Record<string, unknown>>, Imported?]>([
  ['../compliance/scenario/records', records],
  [
    '../exchanges/divergence',
    divergences,
    { from: './exchange.js', types: { RecordedResponse: exchanges.RecordedResponseSchema } },
  ],
  ['../exchanges/exchange', exchanges],
  ['../managed-agents/run/session-scenario', sessions],
])('%s.ts has the interfaces of its schemas', async (path, module, imported?: Imported) => {
  const text = await writeInterfaces(new URL(`${path}.schema.ts`, import.meta.url), module, imported);
  await expect(text).toMatchFileSnapshot(`${path}.ts`);
});
