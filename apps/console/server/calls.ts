import { adminCalls } from './admin.js';
import { agentCalls } from './agents.js';
import type { Backend } from './backend.js';
import { chatCalls } from './chat.js';
import { complianceCalls } from './compliance.js';
import { contractCalls } from './contract.js';
import { exportCalls } from './export-calls.js';
import type { Exports } from './exports.js';
import { memoryCalls } from './memory.js';
import { resourceCalls } from './session-resources.js';
import { sessionCalls } from './sessions.js';
import { serviceCalls } from './service.js';
import type { Traffic } from './traffic.js';
import { profileCalls } from './user-profiles.js';
import { vaultCalls } from './vaults.js';

/** Creates all calls of the page. */
export function consoleCalls(backend: Backend, exports: Exports, traffic: Traffic) {
  return {
    ...serviceCalls(backend, traffic),
    ...chatCalls(backend),
    ...complianceCalls(backend),
    ...exportCalls(exports),
    ...adminCalls(backend),
    ...agentCalls(backend),
    ...sessionCalls(backend),
    ...resourceCalls(backend),
    ...memoryCalls(backend),
    ...vaultCalls(backend),
    ...profileCalls(backend),
    ...contractCalls(),
  };
}

/** The calls by name, from which the page derives its types. */
export type ConsoleCalls = ReturnType<typeof consoleCalls>;
