/**
 * Handlers for sessions.
 *
 * Rules: SES-001, SES-002, SES-003, SES-004, SES-005, SES-006, SES-007, SES-008, SES-010, SES-034, SES-048,
 * SES-050, SES-054, SES-055, SES-056, SES-058, SLA-007.
 */
import type {
  Session,
  SessionAgent,
  SessionCreateParams,
  sessionOperations,
  SessionUpdateParams,
} from '@parlance/schemas';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { includesBetas } from '../engine/headers.js';
import { badRequest, conflict, notFound } from '../engine/refusal.js';
import { changed, find, remove } from '../records/find.js';
import { patchMetadata } from '../records/metadata.js';
import { twoWayPage } from '../records/pages.js';
import type { World } from '../world/world.js';
import { filledTools, requireServers } from './agent-tools.js';
import {
  environments,
  sessionEvents,
  sessionResources,
  sessions,
  vaults,
  workspaceFiles,
} from './collections.js';
import { findSession } from './find-session.js';
import { dropQueued, stopOutcome } from './run/outcomes.js';
import { load, save, emitEvent, type RunContext } from './run/run-context.js';
import { wholeUsage } from './run/session-cost.js';
import { transition } from './run/transitions.js';
import { emit, publish } from './run/session-log.js';
import { wake } from './run/session-run.js';
import { newThread, noUsage, type StoredSession } from './run/session-state.js';
import { requireFiles } from './event-files.js';
import { processEvent, requireOneOutcome } from './session-events.js';
import { attach, makeResources } from './session-resources.js';
import { agentSnapshot } from './session-start.js';
import { timeFilter } from '../records/time-filter.js';
import { endSessionWork, queueSession } from './work-queue.js';

const named = { what: 'session' };

/** Handlers for the session operations. */
export const sessionHandlers: HandlersFor<typeof sessionOperations> = {
  'sessions.create': (call) => {
    const { world, body, now } = call;
    // Validate everything before storing anything.
    const agent = agentSnapshot(world, body.agent);
    requireEnvironment(world, body.environment_id);
    requireVaults(world, body.vault_ids ?? []);
    const resources = makeResources(world, body.resources ?? []);
    const first = body.initial_events ?? [];
    requireFiles(world, first, 'initial_events');
    const session = newSession(world, body, now, agent);
    requireOneOutcome({ world, session }, first);
    world.store.of(sessions).put(session.id, session);
    for (const resource of resources) attach(world, session.id, resource);
    queueSession(world, session);
    return showSession(call, startSession(world, session, first));
  },
  'sessions.retrieve': (call) => {
    const { world, params } = call;
    wake(world, params.session_id);
    return showSession(call, findSession(world, params.session_id));
  },
  'sessions.list': (call) => {
    const { world, query } = call;
    return twoWayPage(call, {
      from: world.store.of(sessions),
      order: query.order,
      show: (session) => showSession(call, session),
      where: (session) =>
        (query.include_archived === true || session.archived_at == null) &&
        (query.agent_id === undefined || session.agent.id === query.agent_id) &&
        (query.agent_version === undefined || session.agent.version === query.agent_version) &&
        (query.statuses === undefined || query.statuses.some((status) => status === session.status)) &&
        // Sessions that a deployment started do not exist.
        query.deployment_id === undefined &&
        (query.memory_store_id === undefined ||
          world.store.of(sessionResources, session.id).get(query.memory_store_id) !== undefined) &&
        timeFilter(query.created_at)(session.created_at),
    });
  },
  'sessions.update': (call) => {
    const { world, params, body } = call;
    const session = findSession(world, params.session_id);
    if (session.archived_at != null)
      throw conflict('GEN-018', 'The session is archived and cannot be updated.');
    if (body.agent !== undefined) requireNotRunning(session, 'updated with other tools or MCP servers');
    const next = changed(session, {
      agent: body.agent === undefined ? undefined : changedAgent(session.agent, body.agent),
      budget: body.budget === null && session.budget == null ? undefined : body.budget,
      metadata: patchMetadata(session.metadata, body.metadata),
      title: body.title,
    });
    if (next === session) return showSession(call, session);
    const context = { world, session: structuredClone(next) };
    emitEvent(context, { type: 'session.updated', ...changedParts(session, next) });
    return showSession(call, save(context));
  },
  'sessions.archive': (call) => {
    const { world, params, now } = call;
    const session = findSession(world, params.session_id);
    if (session.archived_at != null) return showSession(call, session);
    requireNotRunning(session, 'archived');
    const context = load(world, session.id);
    if (context === undefined) throw notFound(named.what, session.id);
    stopOutcome(context, 'interrupted', 'The session was archived.');
    dropQueued(context);
    context.session.archived_at = now;
    transition(context, 'archived');
    return showSession(call, save(context));
  },
  'sessions.delete': ({ world, params }) => {
    const session = findSession(world, params.session_id);
    requireNotRunning(session, 'deleted');
    remove(world.store.of(sessions), session.id, named);
    endSessionWork(world, session);
    const threadId = session.run.threads[0]?.id ?? '';
    emit({ world, sessionId: session.id, threadId }, { type: 'session.deleted' });
    publish(world, session.id, undefined);
    for (const kind of [sessionEvents, sessionResources, workspaceFiles])
      world.store.drop<unknown>(kind, session.id);
    return { id: session.id, type: 'session_deleted' };
  },
};

/** Processes the first events of a session. */
function startSession(
  world: World,
  session: StoredSession,
  events: NonNullable<SessionCreateParams['initial_events']>,
): StoredSession {
  if (events.length === 0) return session;
  const context = load(world, session.id) as RunContext;
  for (const event of events) processEvent(context, event);
  const started = save(context);
  wake(world, session.id);
  return started;
}

/** Returns a session as the API represents it. */
function showSession({ world, version }: AnyCall, stored: StoredSession): Session {
  const { run, ...session } = stored;
  const now = world.clock.now();
  const active = run.activeMs + (run.runningSince === null ? 0 : now - run.runningSince);
  const isLater = includesBetas(version) || session.budget != null;
  return {
    ...session,
    ...(isLater && {
      budget: session.budget ?? null,
      deployment_id: null,
      usage: wholeUsage(world, stored),
    }),
    resources: world.store
      .of(sessionResources, session.id)
      .entries()
      .map(({ record }) => record.resource),
    stats: {
      active_seconds: active / 1000,
      duration_seconds: ((run.endedAt ?? now) - Date.parse(session.created_at)) / 1000,
    },
  };
}

function newSession(
  world: World,
  body: SessionCreateParams,
  now: string,
  agent: SessionAgent,
): StoredSession {
  const primary = newThread({ id: world.id('sthr_'), rosterIndex: null, parentId: null, createdAt: now });
  return {
    id: world.id('sesn_'),
    agent,
    archived_at: null,
    ...(body.budget !== undefined && { budget: body.budget }),
    created_at: now,
    environment_id: body.environment_id,
    metadata: body.metadata ?? {},
    outcome_evaluations: [],
    status: 'idle',
    title: body.title ?? null,
    type: 'session',
    updated_at: now,
    usage: noUsage(),
    vault_ids: body.vault_ids ?? [],
    run: {
      queue: [],
      threads: [primary],
      outcome: null,
      activeMs: 0,
      runningSince: null,
      endedAt: null,
      dueAt: 0,
      retries: 0,
    },
  };
}

function requireEnvironment(world: World, id: string): void {
  const environment = find(world.store.of(environments), id, {
    what: 'environment',
    rule: 'SES-033',
    errorCode: 'environment_not_found',
  });
  if (environment.archived_at != null)
    throw badRequest(
      'SES-033',
      'environment_id',
      'must not reference an archived environment',
      'environment_archived',
    );
}

function requireVaults(world: World, ids: readonly string[]): void {
  for (const [index, id] of ids.entries()) {
    const vault = find(world.store.of(vaults), id, { what: 'vault', rule: 'SES-037' });
    if (vault.archived_at != null)
      throw badRequest('SES-037', `vault_ids.${index}`, 'must not reference an archived vault');
  }
}

/** @throws {Refusal} 400 while the session is running or rescheduling. */
function requireNotRunning({ status }: StoredSession, action: string): void {
  if (status === 'running' || status === 'rescheduling')
    throw badRequest(
      'GEN-018',
      '',
      `The session is ${status} and cannot be ${action}. Wait until it is idle or interrupt it first.`,
    );
}

function changedAgent(agent: SessionAgent, change: NonNullable<SessionUpdateParams['agent']>): SessionAgent {
  const next = changed(agent, {
    mcp_servers: change.mcp_servers,
    tools: change.tools && filledTools(change.tools),
  });
  requireServers(next.tools, next.mcp_servers, 'agent.tools');
  return next;
}

function changedParts(before: StoredSession, after: StoredSession) {
  return {
    ...(after.agent === before.agent ? {} : { agent: after.agent }),
    ...(JSON.stringify(after.budget) === JSON.stringify(before.budget) ? {} : { budget: after.budget }),
    ...(JSON.stringify(after.metadata) === JSON.stringify(before.metadata)
      ? {}
      : { metadata: after.metadata }),
    ...(after.title === before.title ? {} : { title: after.title }),
  };
}
