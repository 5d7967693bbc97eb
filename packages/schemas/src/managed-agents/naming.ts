/** Derived from the contract by `naming.test.ts`; `vitest run --update` writes it anew. */
import type { NamingTable } from '../kit/naming.js';

/** Where the documents' words stand for a deployment's real names in this service's operations. */
export const managedAgentsNaming: NamingTable = { words: [], operations: {} };
