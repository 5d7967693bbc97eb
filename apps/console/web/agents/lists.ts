/** Lists that several parts of the page show. The first item of a key is the operation, which the button Code shows. */
import { managedAgents } from '../sdk/managed-agents.js';
import { queryOptions } from '@tanstack/react-query';

/** The agents, newest first. */
export const agentList = (include_archived = false) =>
  queryOptions({
    queryKey: ['agents.list', include_archived],
    queryFn: ({ signal }) =>
      Array.fromAsync(managedAgents.agents.list({ limit: 100, include_archived }, { signal })),
  });

/** The memory stores, newest first. */
export const storeList = (include_archived = false) =>
  queryOptions({
    queryKey: ['memoryStores.list', include_archived],
    queryFn: ({ signal }) =>
      Array.fromAsync(managedAgents.memoryStores.list({ limit: 100, include_archived }, { signal })),
  });

/** The vaults, newest first. */
export const vaultList = (include_archived = false) =>
  queryOptions({
    queryKey: ['vaults.list', include_archived],
    queryFn: ({ signal }) =>
      Array.fromAsync(managedAgents.vaults.list({ limit: 100, include_archived }, { signal })),
  });
