/** Checks what people set up for sessions. */
import { anyObject, listOf, mapOf, objectOf, oneOf, text, whole } from '../../form/form.js';
import type { SessionStage } from './stage.js';

const FLAG = oneOf(true, false);
const MS = whole(0, 86_400_000);

const results = listOf(objectOf({ match: text(), text: text(0), is_error: FLAG }, ['text']));

const error = objectOf(
  {
    type: oneOf(
      'unknown_error',
      'model_overloaded_error',
      'model_rate_limited_error',
      'model_request_failed_error',
      'billing_error',
      'mcp_connection_failed_error',
      'mcp_authentication_failed_error',
    ),
    message: text(),
    retry: oneOf('retrying', 'exhausted', 'terminal'),
    mcp_server_name: text(),
  },
  ['type', 'message', 'retry'],
);

const httpAnswer = objectOf({
  status_code: whole(200, 599),
  body: text(0),
  content_type: text(),
  fails: oneOf('connection'),
});

const stage = objectOf({
  replies: listOf(
    objectOf({
      agent: text(),
      thinking: FLAG,
      text: text(0),
      calls: listOf(objectOf({ name: text(), server: text(), input: anyObject }, ['name'])),
      compact: FLAG,
      error,
    }),
  ),
  tools: mapOf(results),
  mcp_servers: mapOf(objectOf({ tools: mapOf(results), fails: oneOf('connection', 'authentication') })),
  credentials: mapOf(objectOf({ probe: httpAnswer, refresh: httpAnswer })),
  grader: listOf(
    objectOf(
      {
        result: oneOf('satisfied', 'needs_revision', 'failed'),
        explanation: text(),
        ongoing: whole(0, 1000),
      },
      ['result', 'explanation'],
    ),
  ),
  request_ms: MS,
  retry_ms: MS,
  compact_at_tokens: whole(1, 100_000_000),
});

/**
 * Checks what is set up for sessions.
 *
 * @param value - Anything, for example parsed JSON.
 * @throws {FormError} Naming the key and what is allowed.
 */
export function readStage(value: unknown): SessionStage {
  stage(value, 'sessions');
  return value as SessionStage;
}
