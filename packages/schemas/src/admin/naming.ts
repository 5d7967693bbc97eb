/** Derived from the contract by `naming.test.ts`; `vitest run --update` writes it anew. */
import type { NamingTable } from '../kit/naming.js';

/** Where the documents' words stand for a deployment's real names in this service's operations. */
export const adminNaming: NamingTable = {
  words: ['billing', 'code', 'developer', 'user'],
  operations: {
    'invites.create': { body: ['role'], response: ['role'] },
    'invites.retrieve': { response: ['role'] },
    'invites.list': { response: ['data.*.role'] },
    'users.retrieve': { response: ['role'] },
    'users.list': { response: ['data.*.role'] },
    'users.update': { body: ['role'], response: ['role'] },
  },
};
