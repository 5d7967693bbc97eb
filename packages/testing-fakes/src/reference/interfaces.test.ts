import {
  SessionEventSchema,
  SessionResourceSchema,
  SessionUsageSchema,
} from '@parlance/schemas/validation/managed-agents';
import { expect, test } from 'vitest';
import * as records from '../compliance/scenario/records.schema.js';
import * as divergences from '../exchanges/divergence.schema.js';
import * as exchanges from '../exchanges/exchange.schema.js';
import * as batches from '../inference/stored-batch.schema.js';
import * as states from '../managed-agents/run/session.schema.js';
import * as sessions from '../managed-agents/run/session-scenario.schema.js';
import * as mcp from '../mcp/mcp-scenario.schema.js';
import * as faults from '../faults/fault.schema.js';
import * as scripts from '../model/script.schema.js';
import { writeInterfaces } from './testing/write-interfaces.js';

const response = [{ from: './exchange.js', types: { RecordedResponse: exchanges.RecordedResponseSchema } }];
const error = { from: '../engine/refusal.js', types: { ErrorType: faults.ErrorTypeSchema } };
const match = { from: '../scenario/request-match.js', types: { FaultMatch: faults.AnyMatchSchema } };
const details = {
  from: '@parlance/schemas',
  types: { 'Partial<RefusalStopDetails>': scripts.StopDetailsSchema },
};
const turn = { from: '../../model/turns.js', types: { ModelTurn: states.TurnSchema } };
const session = {
  from: '@parlance/schemas',
  types: {
    SessionEvent: SessionEventSchema,
    SessionResource: SessionResourceSchema,
    SessionStatus: states.StatusSchema,
    SessionUsage: SessionUsageSchema,
  },
};
const changing = ['PendingCall', 'ThreadState', 'OpenOutcome', 'RunState'];
const usage = { from: './model-request.js', types: { ScriptUsage: scripts.ScriptUsageSchema } };

test.each([
  { path: '../compliance/scenario/records', module: records },
  { path: '../exchanges/divergence', module: divergences, imported: response },
  { path: '../exchanges/exchange', module: exchanges },
  { path: '../faults/fault', module: faults, imported: [error, match] },
  { path: '../managed-agents/run/session-scenario', module: sessions },
  { path: '../inference/stored-batch', module: batches },
  { path: '../managed-agents/run/session', module: states, imported: [session, turn], mutable: changing },
  { path: '../mcp/mcp-scenario', module: mcp },
  { path: '../model/script', module: scripts, imported: [details, error, usage] },
])('$path has the interfaces of its schemas', async ({ path, module, imported, mutable }) => {
  const text = await writeInterfaces(
    new URL(`${path}.schema.ts`, import.meta.url),
    module,
    imported,
    mutable,
  );
  await expect(text).toMatchFileSnapshot(`${path}.ts`);
});
