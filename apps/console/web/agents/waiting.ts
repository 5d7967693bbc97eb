import { sessionStateOf, type PendingToolUse } from '@parlance/managed-agents';
import type { Session } from '@parlance/schemas';
import { queryOptions } from '@tanstack/react-query';
import { managedAgents } from '../sdk/managed-agents.js';

/** A session that waits for a person, and the tool calls that it waits for. */
export interface WaitingSession extends Session {
  readonly pending: readonly PendingToolUse[];
}

/** Idle sessions that are checked, newest first. */
const CHECKED = 50;

/** Events from which it follows whether a session waits. */
const TYPES = [
  'agent.tool_use',
  'agent.mcp_tool_use',
  'agent.custom_tool_use',
  'user.tool_confirmation',
  'session.status_idle',
  'session.status_running',
];

/** The sessions that wait for a person, newest first. The list of sessions does not say so: they are idle. */
export const waitingList = queryOptions({
  queryKey: [['sessions.list', 'sessions.events.list'], 'waiting'],
  queryFn: async ({ signal }) => {
    const { data } = await managedAgents.sessions.list({ limit: CHECKED, statuses: ['idle'] }, { signal });
    const found = await Promise.all(
      data.map(async (session) => ({ ...session, pending: await pendingOf(session.id, signal) })),
    );
    return found.filter(({ pending }) => pending.length > 0);
  },
});

async function pendingOf(id: string, signal: AbortSignal): Promise<readonly PendingToolUse[]> {
  const params = { types: TYPES, order: 'desc' as const, limit: 100 };
  const { data } = await managedAgents.sessions.events.list(id, params, { signal });
  return sessionStateOf(data.toReversed()).pending;
}

/** Says what a person has to do for the tool calls of a session. */
export function taskOf(pending: readonly PendingToolUse[]): string {
  return pending.some(({ awaits }) => awaits === 'permission')
    ? 'waits for your approval'
    : 'waits for your result';
}
