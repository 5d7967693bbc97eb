/**
 * What all operations of managed agents require.
 *
 * @internal
 */
export const managedAgents: { readonly auth: 'api-key'; readonly beta: string } = {
  auth: 'api-key',
  beta: 'managed-agents-2026-04-01',
};
