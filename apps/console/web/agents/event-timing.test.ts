import type { SessionEvent } from '@parlance/schemas';
import { expect, test } from 'vitest';
import { durationsOf, isInGroup } from './event-timing.js';

const event = (id: string, second: number, fields: object): SessionEvent =>
  ({ id, processed_at: `2026-06-01T08:00:0${second}.500Z`, ...fields }) as unknown as SessionEvent;

test('measures tool calls, model requests and runs from their first event to their last', () => {
  const durations = durationsOf([
    event('e1', 0, { type: 'session.status_running' }),
    event('e2', 1, { type: 'span.model_request_start' }),
    event('e3', 3, { type: 'span.model_request_end', model_request_start_id: 'e2' }),
    event('e4', 3, { type: 'agent.tool_use' }),
    event('e5', 4, { type: 'agent.tool_result', tool_use_id: 'e4' }),
    event('e6', 5, { type: 'agent.tool_result', tool_use_id: 'unknown' }),
    { id: 'e7', type: 'user.message', processed_at: null } as unknown as SessionEvent,
    event('e8', 6, { type: 'session.status_idle' }),
  ]);
  expect([...durations]).toEqual([
    ['e3', 2_000],
    ['e5', 1_000],
    ['e8', 6_000],
  ]);
});

test.each([
  ['user.message', 'messages'],
  ['agent.mcp_tool_result', 'tools'],
  ['user.tool_confirmation', 'tools'],
  ['user.define_outcome', 'outcomes'],
  ['session.thread_created', 'threads'],
  ['span.model_request_end', 'model'],
  ['session.error', 'status'],
] as const)('%s is in the group %s', (type, group) => {
  const found = event('e1', 0, { type });
  expect([isInGroup(found, group), isInGroup(found, 'all')]).toEqual([true, true]);
});
