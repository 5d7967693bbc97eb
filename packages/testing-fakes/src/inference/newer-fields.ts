/**
 * Fields that newer clients send by default, and that the documents do not know. Those without an effect on the replies of the
 * emulator are dropped, so that the clients work unchanged. Clients stop sending `thread` when it is rejected.
 */
import type { Operation } from '@parlance/schemas';
import { Refusal } from '../engine/refusal.js';
import { isObject, type JsonObject } from '../input/json.js';

/** Dropped from the body. They concern billing, and replies that the emulator never generates. */
const DROPPED_FIELDS = ['billing_policy', 'compaction', 'fallback_credit_token', 'fallbacks'];

/** Dropped from tools of newer versions. */
const DROPPED_TOOL_FIELDS = ['response_inclusion', 'url_sources'];

/** Tools of newer versions, by the version that they behave as. */
const TOOL_TYPES: ReadonlyMap<unknown, string> = new Map([
  ['code_execution_20260521', 'code_execution_20260120'],
  ['web_search_20260318', 'web_search_20260209'],
  ['web_fetch_20260318', 'web_fetch_20260309'],
]);

/**
 * Converts the body of a message request to the documented fields.
 *
 * @param operation - Operation of the request. The bodies of other operations are returned unchanged.
 * @param body - Body of the request, not validated yet.
 * @throws {Refusal} 400 with `error.details` for a body with `thread`.
 */
export function withoutNewerFields({ id }: Operation, body: unknown): unknown {
  if ((id !== 'messages.create' && id !== 'messages.countTokens') || !isObject(body)) return body;
  if ('thread' in body)
    throw new Refusal({
      status: 400,
      type: 'invalid_request_error',
      rule: 'GEN-004',
      message: 'thread: is not supported',
      details: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } },
    });
  const { tools, thinking } = body;
  return {
    ...without(body, DROPPED_FIELDS),
    ...(isObject(thinking) && { thinking: oldThinking(thinking) }),
    ...(Array.isArray(tools) && { tools: tools.map(oldTool) }),
  };
}

function oldThinking(thinking: JsonObject): JsonObject {
  const kept = without(thinking, ['between_tools']);
  return kept.display === 'updates' ? { ...kept, display: 'summarized' } : kept;
}

function oldTool(tool: unknown): unknown {
  if (!isObject(tool)) return tool;
  const type = TOOL_TYPES.get(tool.type);
  return type === undefined ? tool : { ...without(tool, DROPPED_TOOL_FIELDS), type };
}

function without(object: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => Object.hasOwn(object, name))) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
