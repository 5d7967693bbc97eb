import { expect, test } from 'vitest';
import { MessageStream } from './message-stream.js';

const lines = [
  {
    type: 'message_start',
    message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage: {} },
  },
  {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'search', input: {} },
  },
  { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"q":"a' } },
  { type: 'content_block_stop', index: 0 },
];

test('the partial input is available at the first delta of the first stream of a process', async () => {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const stream = MessageStream.fromReadableStream(new Blob([text]).stream());
  const seen: unknown[] = [];
  for await (const event of stream) {
    if (event.type !== 'content_block_delta') continue;
    seen.push(stream.partialInput(0));
    break;
  }
  expect(seen).toEqual([{ q: 'a' }]);
});
