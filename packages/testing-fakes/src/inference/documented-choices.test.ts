import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/ask.js';

const PAGE = new URL('../../../../docs/inference-emulator.md', import.meta.url);
const [, section = ''] = readFileSync(PAGE, 'utf8').split('## Where the documents specify nothing');
const statements = section.split(/\n- /).slice(1);
const ask = asker(createFake({ checkResponses: true }), '');
const hello = [{ role: 'user', content: 'hello' }];
const use = { type: 'tool_use', id: 'toolu_1', name: 'a', input: {} };
const resultOf = (id: string) => ({ type: 'tool_result', tool_use_id: id });
const file = { type: 'document', source: { type: 'file', file_id: 'file_x' } };
const files = { 'vendor-beta': 'files-api-2025-04-14' };
const interleaved = { 'vendor-beta': 'interleaved-thinking-2025-05-14' };
const server = { type: 'url', name: 's', url: 'https://mcp.example.com' };
const mcp = { 'vendor-beta': 'mcp-client-2025-11-20' };
const thinking = { type: 'enabled', budget_tokens: 2000 };

/** The first words of a statement of the page, a request that shows it, and its status. */
const CASES: [statement: string, status: number, params: object, headers?: object][] = [
  ['Fields that the documents describe', 400, { user_profile_id: 'uprof_x' }],
  ['A message that references an unknown', 404, { messages: [{ role: 'user', content: [file] }] }, files],
  ['A model that is not in the table', 200, { model: 'assistant-unknown-1', max_tokens: 900_000 }],
  [
    'The next user turn must contain',
    400,
    { messages: [...hello, { role: 'assistant', content: [use] }, { role: 'user', content: 'go' }] },
  ],
  [
    'The next user turn must contain',
    400,
    { messages: [...hello, { role: 'user', content: [resultOf('toolu_2')] }] },
  ],
  [
    'The next user turn must contain',
    200,
    {
      messages: [
        ...hello,
        { role: 'assistant', content: [use] },
        { role: 'user', content: [resultOf(use.id)] },
      ],
    },
  ],
  ['`mcp_servers` can be omitted', 400, { mcp_servers: [server, server] }, mcp],
  ['Anything that no document forbids', 200, { messages: [{ role: 'user', content: '' }] }],
  ['`budget_tokens` must be less', 400, { model: 'assistant-sonnet-4-6', max_tokens: 1500, thinking }],
  [
    '`budget_tokens` must be less',
    200,
    { model: 'assistant-sonnet-4-6', max_tokens: 1500, thinking },
    interleaved,
  ],
  ['A `thinking` type that', 400, { model: 'assistant-opus-4-5', thinking: { type: 'adaptive' } }],
];

test.each(CASES)('%s: %i', async (_statement, status, params, headers = {}) => {
  const body = { model: 'assistant-opus-4-6', max_tokens: 100, messages: hello, ...params };
  const response = await ask('POST /v1/messages', body, { headers: { ...headers } });
  expect([response.status, response.json]).toEqual([status, response.json]);
});

test('each statement of the page has a request', () => {
  const without = statements.filter((text) => !CASES.some(([start]) => text.startsWith(start)));
  const unused = CASES.filter(([start]) => !statements.some((text) => text.startsWith(start)));
  expect([statements.length, without, unused]).toEqual([8, [], []]);
});
