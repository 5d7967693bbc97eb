/**
 * One scenario for each operation of the contract: user code that calls it and checks the response. The same scenarios
 * run over every transport and store, so they test the clients and the emulator against each other.
 */
import type { AdminClient } from '@parlance/admin';
import type { ComplianceClient } from '@parlance/compliance';
import type { InferenceClient } from '@parlance/inference';
import type { ManagedAgentsClient } from '@parlance/managed-agents';
import type { Operation } from '@parlance/schemas';

/**
 * Clients for a scenario, connected to the demo organization or to that of a live service. Earlier scenarios may have
 * changed its records.
 */
export interface Clients {
  /** A word that is unique to these clients, for names that must be unique in an organization. */
  readonly word: string;
  readonly inference: InferenceClient;
  readonly managedAgents: ManagedAgentsClient;
  readonly compliance: ComplianceClient;
  readonly admin: AdminClient;
}

/** Calls one operation and checks the response. */
export type Scenario = (clients: Clients) => Promise<void>;

/** Scenarios by operation id. */
export type ScenariosFor<Operations extends Record<string, Operation>> = {
  readonly [Id in keyof Operations]: Scenario;
};
