/**
 * Webhook events of managed agents requests and sessions.
 *
 * Rules: WHK-007, WHK-009.
 */
import type { ManagedAgentsOperations, SessionEvent, WebhookEventType } from '@parlance/schemas';
import type { AnyCall, AnyHandler, HandlersFor } from '../engine/call.js';
import type { World } from '../world/world.js';
import types from './webhook-types.json' with { type: 'json' };
import { deliver, type EventToDeliver } from '../webhooks/deliveries.js';

/** Types of the events after successful requests, by operation. The file has words of the contract, which its inferred type does not. */
const TYPES = types as Readonly<Record<string, string | undefined>> as Readonly<
  Record<string, WebhookEventType | undefined>
>;

interface Changed {
  readonly id: string;
  readonly updated_at?: string;
}

/**
 * Delivers a webhook event after each successful call of a handler that changes an object.
 *
 * @param handlers - Handlers of the managed agents operations.
 */
export function withWebhooks(
  handlers: HandlersFor<ManagedAgentsOperations>,
): HandlersFor<ManagedAgentsOperations> {
  const byId = handlers as unknown as Readonly<Record<string, AnyHandler>>;
  const wrapped = Object.entries(byId).map(([id, handle]) => {
    const type = TYPES[id];
    if (type === undefined) return [id, handle] as const;
    const retrieve = byId[id.replace(/\.\w+$/, '.retrieve')];
    const delivering = (call: AnyCall): unknown => {
      const before = /\.(?:archived|updated)$/.test(type) ? updatedAt(call, retrieve) : undefined;
      const result = handle(call as never) as Changed;
      // A second archive, and an update without changes, are not events.
      if (before === undefined || before !== result.updated_at)
        deliver(call.world, eventOf(call, type, result.id));
      return result;
    };
    return [id, delivering] as const;
  });
  return Object.fromEntries(wrapped) as unknown as HandlersFor<ManagedAgentsOperations>;
}

function updatedAt(call: AnyCall, retrieve: AnyHandler | undefined): string | undefined {
  try {
    return (retrieve?.({ ...call, query: {}, body: undefined } as never) as Changed | undefined)?.updated_at;
  } catch {
    // The handler of the request rejects it.
    return undefined;
  }
}

function eventOf({ params }: AnyCall, type: WebhookEventType, id: string): EventToDeliver {
  const { vault_id } = params;
  return { type, id, about: type.startsWith('vault_') && vault_id !== undefined ? { vault_id } : {} };
}

/** Delivers the webhook events of a session event. */
export function deliverSessionEvent(world: World, sessionId: string, event: SessionEvent): void {
  for (const { type, threadId } of webhooksOf(event as SessionEventFields))
    deliver(world, {
      type,
      id: sessionId,
      about: threadId === undefined ? {} : { session_thread_id: threadId },
    });
}

interface SessionEventFields {
  readonly type: string;
  readonly session_thread_id?: string;
  readonly stop_reason?: { readonly type: string };
}

interface SessionWebhook {
  readonly type: WebhookEventType;
  readonly threadId?: string | undefined;
}

/** Second event of an idle session, by its stop reason. Others are `session.idled`. */
const IDLE_TYPES: Readonly<Record<string, WebhookEventType | undefined>> = {
  requires_action: 'session.requires_action',
  budget_reached: 'session.budget_reached',
};

function webhooksOf(event: SessionEventFields): readonly SessionWebhook[] {
  const threadId = event.session_thread_id;
  switch (event.type) {
    case 'session.status_running':
      return [{ type: 'session.status_run_started' }, { type: 'session.running' }];
    case 'session.status_idle':
      return [
        { type: 'session.status_idled' },
        { type: IDLE_TYPES[event.stop_reason?.type ?? ''] ?? 'session.idled' },
      ];
    case 'session.status_rescheduled':
    case 'session.status_terminated':
    case 'session.updated':
    case 'session.deleted':
      return [{ type: event.type }];
    case 'span.outcome_evaluation_end':
      return [{ type: 'session.outcome_evaluation_ended' }];
    case 'session.thread_created':
      return [{ type: 'session.thread_created', threadId }];
    case 'session.thread_status_idle':
      return [{ type: 'session.thread_idled', threadId }];
    case 'session.thread_status_terminated':
      return [{ type: 'session.thread_terminated', threadId }];
    default:
      return [];
  }
}
