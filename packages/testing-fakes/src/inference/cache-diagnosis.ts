/** Diagnoses why a request missed the prompt cache of an earlier message. */
import type { CacheMissReason, Diagnostics, MessageCreateParams } from '@parlance/schemas';
import { digest } from '../engine/digest.js';
import { workspaceCollection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import type { Segment } from './request-size.js';

/** Hashes of the parts of an earlier request. */
interface RequestPrint {
  readonly model: string;
  readonly system: string;
  readonly tools: string;
  /** One hash per content block of the messages. */
  readonly turns: readonly string[];
}

const prints: CollectionName<RequestPrint> = workspaceCollection<RequestPrint>('request_prints');
const MAX_PRINTS = 1000;

/** A request and its response. */
export interface CompletedRequest {
  readonly body: MessageCreateParams;
  readonly segments: readonly Segment[];
  /** Model id. */
  readonly model: string;
  /** Id of the response message. */
  readonly messageId: string;
}

/**
 * Compares a request with the earlier one that it references, and stores its hashes for later comparisons.
 *
 * @param world - World that stores the hashes.
 * @param request - Request to compare.
 * @returns The diagnosis, or null if the request does not ask for one.
 */
export function diagnoseCache(world: World, request: CompletedRequest): Diagnostics | null {
  const { diagnostics } = request.body;
  if (diagnostics === undefined) return null;
  const records = world.store.of(prints);
  const print = printOf(request);
  records.put(request.messageId, print);
  const oldest = records.entries()[0];
  if (records.size > MAX_PRINTS && oldest !== undefined) records.delete(oldest.id);
  const { previous_message_id: previous } = diagnostics;
  if (previous == null) return { cache_miss_reason: null };
  const before = records.get(previous);
  if (before === undefined) return { cache_miss_reason: { type: 'previous_message_not_found' } };
  const type = differenceOf(before, print);
  if (type === undefined) return { cache_miss_reason: null };
  const missed = request.segments.reduce((total, segment) => total + segment.tokens, 0);
  return { cache_miss_reason: { type, cache_missed_input_tokens: missed } };
}

function differenceOf(before: RequestPrint, now: RequestPrint): CacheMissReason['type'] | undefined {
  if (before.model !== now.model) return 'model_changed';
  if (before.tools !== now.tools) return 'tools_changed';
  if (before.system !== now.system) return 'system_changed';
  return before.turns.every((turn, index) => turn === now.turns[index]) ? undefined : 'messages_changed';
}

function printOf({ segments, model }: CompletedRequest): RequestPrint {
  const contents = (part: string): unknown[] =>
    segments.filter((segment) => segment.path.startsWith(part)).map((segment) => segment.content);
  return {
    model,
    tools: hash(contents('tools.')),
    system: hash(contents('system.')),
    turns: contents('messages.').map(hash),
  };
}

function hash(content: unknown): string {
  return digest('sha256', [JSON.stringify(content)], 'base64url').slice(0, 16);
}
