/** Programmatic tool calling: the code that the model runs calls the tools of the client. */
import { defineTool, InferenceClient, runTools } from '@parlance/inference';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/ask.js';

const code = { type: 'code_execution_20260120', name: 'code_execution' } as const;
const weather = {
  name: 'weather',
  input_schema: { type: 'object' },
  allowed_callers: ['code_execution_20260120'],
} as const;

const user = (content: unknown) => ({ role: 'user', content });
const request = (messages: readonly unknown[], tools: readonly object[] = [code, weather]) => ({
  model: 'assistant-opus-4-6',
  max_tokens: 1000,
  messages,
  tools,
});

test.each(['code_execution_20250825', 'code_execution_20260120'])(
  'a tool that only %s may call is called by a program',
  async (type) => {
    await using fake = createFake({ checkResponses: true });
    const ask = asker(fake, '');
    const tools = [
      { ...code, type },
      { ...weather, allowed_callers: [type] },
    ];
    const question = user('/tool weather {"at":"Oslo"}\n/tool weather {"at":"Bergen"}');
    const { json: first } = await ask('POST /v1/messages', request([question], tools));
    expect(first).toMatchObject({
      stop_reason: 'tool_use',
      container: { id: expect.stringMatching(/^container_/) },
      content: [
        {
          type: 'server_tool_use',
          name: 'code_execution',
          input: { code: 'print(await weather({"at":"Oslo"}))\nprint(await weather({"at":"Bergen"}))' },
          caller: { type: 'direct' },
        },
        { type: 'tool_use', name: 'weather', input: { at: 'Oslo' } },
        { type: 'tool_use', name: 'weather', input: { at: 'Bergen' } },
      ],
    });
    const [program, ...calls] = first.content;
    for (const call of calls) expect(call.caller).toEqual({ type, tool_id: program.id });

    const results = calls.map(({ id }: { id: string }, index: number) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: `${index} degrees`,
    }));
    const turns = [question, { role: 'assistant', content: first.content }, user(results)];
    const { json: second } = await ask('POST /v1/messages', {
      ...request(turns, tools),
      container: first.container.id,
    });
    expect(second).toMatchObject({
      stop_reason: 'end_turn',
      container: { id: first.container.id },
      content: [
        {
          type: 'code_execution_tool_result',
          tool_use_id: program.id,
          content: { type: 'code_execution_result', stdout: '0 degrees\n1 degrees\n', return_code: 0 },
        },
        { type: 'text', text: 'It printed: 0 degrees\n1 degrees' },
      ],
    });

    const { json: third } = await ask(
      'POST /v1/messages',
      request([...turns, { role: 'assistant', content: second.content }, user('thanks')], tools),
    );
    expect(third.content).toMatchObject([{ type: 'text', text: 'You said: thanks' }]);
  },
);

test('a failed call raises an error in the program', async () => {
  await using fake = createFake({ checkResponses: true });
  const ask = asker(fake, '');
  const question = user('/tool code_execution {"code":"print(1)\\nat = weather({})\\nprint(2)"}');
  const { json: first } = await ask('POST /v1/messages', request([question]));
  const result = {
    type: 'tool_result',
    tool_use_id: first.content[1].id,
    content: 'no wind',
    is_error: true,
  };
  const turns = [question, { role: 'assistant', content: first.content }, user([result])];
  const { json } = await ask('POST /v1/messages', request(turns));
  expect(json.content[0].content).toMatchObject({
    stdout: '1\n',
    stderr: 'Traceback (most recent call last):\nToolError: no wind\n',
    return_code: 1,
  });
});

test.each([
  ['without code execution', [weather]],
  ['with another version of it', [{ ...code, type: 'code_execution_20250825' }, weather]],
])('a tool that only code may call is not called %s', async (_name, tools) => {
  await using fake = createFake({ checkResponses: true });
  const { json } = await asker(fake, '')('POST /v1/messages', request([user('/tool weather {}')], tools));
  expect(json).toMatchObject({ stop_reason: 'end_turn', content: [{ type: 'text' }] });
});

test('runTools of the client runs the calls of a program', async () => {
  await using fake = createFake({ checkResponses: true });
  const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  const tool = defineTool({
    name: 'weather',
    description: 'Returns the weather',
    input: z.object({ at: z.string() }),
    run: ({ at }) => `rain in ${at}`,
    definition: { allowed_callers: ['code_execution_20260120'] },
  });
  const { message } = await runTools(client, {
    model: 'assistant-opus-4-6',
    max_tokens: 1000,
    messages: [
      {
        role: 'user',
        content: '/tool code_execution {"code":"print(await weather({\\"at\\":\\"Oslo\\"}))"}',
      },
    ],
    tools: [code, tool],
  });
  expect(message.content.at(-1)).toMatchObject({ type: 'text', text: 'It printed: rain in Oslo' });
});

test('a script sets the caller of a call', async () => {
  await using fake = createFake();
  const caller = { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' };
  const uses = [
    { type: 'tool_use', name: 'weather', caller },
    { type: 'tool_use', name: 'weather' },
  ];
  fake.setScripts([{ steps: [{ reply: uses }] }]);
  const { json } = await asker(fake, '')('POST /v1/messages', request([user('hello')]));
  expect(json.content.map((block: { caller: unknown }) => block.caller)).toEqual([
    caller,
    { type: 'direct' },
  ]);
});
