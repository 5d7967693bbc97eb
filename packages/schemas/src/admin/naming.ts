/** Derived from the contract by `naming.test.ts`; `vitest run --update` writes it anew. */
import type { NamingTable } from '../kit/naming.js';

/** Where the documents' words stand for a deployment's real names in this service's operations. */
export const adminNaming: NamingTable = {
  words: ['billing', 'code', 'developer', 'user'],
  operations: {
    'invites.create': {
      body: { fields: { role: { self: true } } },
      response: { fields: { role: { self: true } } },
    },
    'invites.retrieve': { response: { fields: { role: { self: true } } } },
    'invites.list': { response: { fields: { data: { items: { fields: { role: { self: true } } } } } } },
    'users.retrieve': { response: { fields: { role: { self: true } } } },
    'users.list': { response: { fields: { data: { items: { fields: { role: { self: true } } } } } } },
    'users.update': {
      body: { fields: { role: { self: true } } },
      response: { fields: { role: { self: true } } },
    },
  },
};
