/** The managed agents API as a service of the emulator. */
import type { Service } from '../emulator/service.js';
import type { Conventions } from '../engine/conventions.js';
import { managedAgentsHandlers } from '../managed-agents/handlers.js';
import { resumeSessions } from '../managed-agents/run/session-run.js';
import { scriptSessions, unusedInSessions } from '../managed-agents/run/scripted-sessions.js';
import { SessionScenarioSchema } from '../managed-agents/run/session-scenario.schema.js';
import { seedManagedAgents } from '../managed-agents/seed.js';
import { recordPart } from '../scenario/scenario-part.js';
import { serving } from './serving.js';

/** Later beta names of a resource, accepted in place of the required one. */
const LATER_NAMES: readonly (readonly [path: string, name: string])[] = [
  ['/v1/memory_stores', 'agent-memory-2026-07-22'],
  ['/v1/user_profiles', 'user-profiles-2026-08-18'],
];

const conventions: Partial<Conventions> = {
  rulesOf: ({ path }) => ({
    key: 'GEN-006',
    version: 'MAG-003',
    contentType: 'MAG-007',
    beta: path.startsWith('/v1/user_profiles') ? 'MAG-005' : 'MAG-004',
  }),
  acceptsBetas: ({ path }, names) =>
    // Newer clients send none for files.
    path.startsWith('/v1/files') ||
    LATER_NAMES.some(([start, name]) => path.startsWith(start) && names.includes(name)),
};

/** Agents, environments, sessions, vaults, memory stores, user profiles and files. */
export const managedAgentsService: Service = {
  ...serving(managedAgentsHandlers),
  schemas: async () => (await import('../managed-agents/service-schemas.js')).managedAgentsServiceSchemas,
  conventions,
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
