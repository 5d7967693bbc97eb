/** The managed agents API as a service of the emulator. */
import { managedAgentsSchemas } from '@parlance/schemas/validation';
import type { Service } from '../emulator/service.js';
import type { AnyHandler } from '../engine/call.js';
import { managedAgentsHandlers } from '../managed-agents/handlers.js';
import { managedAgentsRecords } from '../managed-agents/record-schemas.js';
import { resumeSessions } from '../managed-agents/run/resume-sessions.js';
import { scriptSessions, unusedInSessions } from '../managed-agents/run/scripted-sessions.js';
import { SessionScenarioSchema } from '../managed-agents/run/session-scenario.schema.js';
import { seedManagedAgents } from '../managed-agents/seed.js';
import { recordPart } from '../scenario/scenario-part.js';
import { operationsOf } from './operations-of.js';

/** Agents, environments, sessions, vaults, memory stores, user profiles and files. */
export const managedAgentsService: Service = {
  operations: operationsOf(managedAgentsHandlers),
  handlers: managedAgentsHandlers as unknown as Readonly<Record<string, AnyHandler>>,
  schemas: managedAgentsSchemas,
  records: managedAgentsRecords,
  seedDemo: seedManagedAgents,
  scenario: [
    recordPart({
      name: 'sessions',
      schema: SessionScenarioSchema,
      apply: scriptSessions,
      problems: unusedInSessions,
    }),
  ],
  resume: resumeSessions,
};
