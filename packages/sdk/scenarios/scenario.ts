/**
 * One scenario for each operation of the contract: user code that calls it and looks at the answer. The same scenarios
 * run over every transport and store, so that they prove the clients and the emulator against each other.
 */
import type { AdminClient } from '@parlance/admin';
import type { ComplianceClient } from '@parlance/compliance';
import type { InferenceClient } from '@parlance/inference';
import type { ManagedAgentsClient } from '@parlance/managed-agents';
import type { Operation } from '@parlance/schemas';

/**
 * What a scenario has to work with: the demo organization, or any other that a service has. It may share it with the
 * scenarios before it.
 */
export interface Stage {
  /** A word that no other stage has, for names of which an organization can have one only. */
  readonly word: string;
  readonly inference: InferenceClient;
  readonly managedAgents: ManagedAgentsClient;
  readonly compliance: ComplianceClient;
  readonly admin: AdminClient;
}

/** Calls one operation and looks at the answer. */
export type Scenario = (stage: Stage) => Promise<void>;

/** A scenario for each of some operations. */
export type ScenariosFor<Operations extends Record<string, Operation>> = {
  readonly [Id in keyof Operations]: Scenario;
};
