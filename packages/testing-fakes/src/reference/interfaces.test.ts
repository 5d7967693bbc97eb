import { expect, test } from 'vitest';
import * as records from '../compliance/scenario/records.schema.js';
import * as exchanges from '../exchanges/exchange.schema.js';
import * as sessions from '../managed-agents/run/session-scenario.schema.js';
import { writeInterfaces } from './testing/write-interfaces.js';

test.each([
  ['../compliance/scenario/records', records],
  ['../exchanges/exchange', exchanges],
  ['../managed-agents/run/session-scenario', sessions],
])('%s.ts has the interfaces of its schemas', async (path, module) => {
  const text = await writeInterfaces(new URL(`${path}.schema.ts`, import.meta.url), module);
  await expect(text).toMatchFileSnapshot(`${path}.ts`);
});
