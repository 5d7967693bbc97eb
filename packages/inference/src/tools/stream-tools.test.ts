import { createFake } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { StreamError } from '@parlance/core-transport';
import { FaultServer } from '@parlance/testing/fault-server';
import { quick } from '@parlance/testing/fault-table';
import { messageEvents, stall, streamStart } from '@parlance/testing/responders';
import { InferenceClient } from '../inference-client.js';
import { defineTool } from './define-tool.js';
import { streamTools, type ToolRunUpdate } from './stream-tools.js';
import { TurnLimitError } from './tool-run.js';

const fake = createFake({ checkResponses: true });
const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
const double = defineTool({
  name: 'double',
  description: 'Doubles a number',
  input: { type: 'object', properties: { of: { type: 'number' } }, required: ['of'] },
  run: ({ of }) => String(of * 2),
});
const ask = (content: string) => ({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content }],
  tools: [double],
});

/** Abbreviates an update. */
function briefly(update: ToolRunUpdate): string {
  if (update.type === 'event') return `${update.turn} ${update.event.type}`;
  if (update.type === 'reply') return `${update.turn} reply ${update.message.stop_reason ?? ''}`;
  if (update.type !== 'step') return `${update.turn} ${update.type}`;
  return `${update.turn} step ${update.results.map(({ content }) => JSON.stringify(content)).join()}`;
}

describe('streamTools', () => {
  test('yields each event, reply and turn in order, and returns the run', async () => {
    const updates: ToolRunUpdate[] = [];
    const stream = streamTools(client, ask('/tool double {"of":21}'));
    let next = await stream.next();
    for (; next.done !== true; next = await stream.next()) updates.push(next.value);
    const order = updates.map(briefly).filter((line, index, all) => line !== all[index - 1]);
    expect(order).toEqual([
      '0 message_start',
      '0 content_block_start',
      '0 content_block_delta',
      '0 content_block_stop',
      '0 message_delta',
      '0 message_stop',
      '0 reply tool_use',
      '0 checkpoint',
      '0 step "42"',
      '1 message_start',
      '1 content_block_start',
      '1 content_block_delta',
      '1 content_block_stop',
      '1 message_delta',
      '1 message_stop',
      '1 reply end_turn',
      '1 checkpoint',
      '1 step ',
    ]);
    const ids = updates.flatMap((update) => (update.type === 'reply' ? [update.requestId] : []));
    expect(ids).toEqual([expect.stringMatching(/^req_/), expect.stringMatching(/^req_/)]);
    expect(next.value.turns).toBe(2);
    expect(next.value.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(next.value.message.content).toMatchObject([{ type: 'text', text: 'You said: 42' }]);
  });

  test('runs no tool and sends no request before the next update is taken', async () => {
    let runs = 0;
    const counted = defineTool({
      name: 'counted',
      description: 'Counts',
      input: { type: 'object', properties: {} },
      run: () => (runs += 1),
    });
    const before = fake.journal().length;
    for await (const update of streamTools(client, { ...ask('/tool counted {}'), tools: [counted] })) {
      if (update.type === 'reply') expect(runs).toBe(0);
      if (update.type === 'step') break;
    }
    expect(runs).toBe(1);
    expect(fake.journal().length - before).toBe(1);
  });

  test('closes the connection when the loop is left', async () => {
    const head = streamStart(messageEvents.slice(0, 3).join(''));
    await using server = await FaultServer.start(stall(head));
    await using wired = new InferenceClient({ baseUrl: server.url, apiKey: 'key', ...quick() });
    for await (const update of streamTools(wired, ask('hi')))
      if (update.type === 'event' && update.event.type === 'content_block_delta') break;
    await server.allClosed();
    expect(server.openConnections).toBe(0);
  });

  test('resumes a paused turn without a user turn in between', async () => {
    const search = { type: 'web_search_20260209' as const, name: 'web_search' as const };
    const params = { ...ask('/pause /tool web_search {"query":"q"}'), tools: [search] };
    const stops: (string | null | undefined)[] = [];
    for await (const update of streamTools(client, params))
      if (update.type === 'reply') stops.push(update.message.stop_reason);
    expect(stops).toEqual(['pause_turn', 'end_turn']);
  });

  test('throws StreamError for a broken stream and TurnLimitError for an endless run', async () => {
    const drain = async (updates: AsyncIterable<ToolRunUpdate>): Promise<number> => {
      let count = 0;
      for await (const _ of updates) count += 1;
      return count;
    };
    fake.setFaults([{ times: 1, stream: { cut_at_event: 4 } }]);
    const cut: unknown = await drain(streamTools(client, ask('hello'))).catch((error: unknown) => error);
    expect(StreamError.is(cut) && cut.reason).toBe('truncated');
    const prepareStep = () => ({ tool_choice: { type: 'any' as const } });
    const endless: unknown = await drain(
      streamTools(client, ask('hello'), { maxTurns: 2, prepareStep }),
    ).catch((error: unknown) => error);
    expect(TurnLimitError.is(endless) && endless.run.messages.at(-1)?.role).toBe('user');
  });
});
