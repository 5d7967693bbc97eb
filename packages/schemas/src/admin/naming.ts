/** Derived from the contract by `naming.test.ts`; `vitest run --update` rewrites it. */
import type { NamingTable } from '../kit/naming-table.js';

/** Where this service's operations contain the documents' placeholder words. */
export const adminNaming: NamingTable = {
  words: ['billing', 'code', 'developer', 'user'],
  operations: {
    'invites.create': { body: ['role'], response: ['role'] },
    'invites.retrieve': { response: ['role'] },
    'invites.list': { response: ['data.*.role'] },
    'users.retrieve': { response: ['role'] },
    'users.list': { response: ['data.*.role'] },
    'users.update': { body: ['role'], response: ['role'] },
    'rateLimits.list': { query: ['model'], response: ['data.*.models.*'] },
    'workspaces.rateLimits.list': { response: ['data.*.models.*'] },
    'workspaces.rateLimits.update': { response: ['models.*'] },
    'usage.messages': { query: ['models.*'], response: ['data.*.results.*.model'] },
    'cost.list': { response: ['data.*.results.*.model'] },
  },
};
