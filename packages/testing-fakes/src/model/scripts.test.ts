import { beforeEach, describe, expect, test } from 'vitest';
import type { Fake } from '../fake/fake.js';
import { fakePerTest, type FinishedTest } from '../test-runners/fake-per-test.js';
import { withFake } from '../test-runners/vitest.js';
import type { Script } from './script.js';

const emulator = withFake({ checkResponses: true });
let fake: Fake;
beforeEach(() => {
  ({ fake } = emulator);
});

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: unknown;
}

async function post(turns: string | readonly Turn[], more: Record<string, unknown> = {}) {
  const messages = typeof turns === 'string' ? [{ role: 'user', content: turns }] : turns;
  return fake.fetch(`${fake.url}/v1/messages`, {
    method: 'POST',
    headers: {
      'x-api-key': fake.keys.api,
      'vendor-version': '2023-06-01',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ model: 'assistant-opus-4-7', max_tokens: 100, messages, ...more }),
  });
}

async function say(...turns: Parameters<typeof post>) {
  return (await (await post(...turns)).json()) as {
    content: { text?: string; type: string }[];
    stop_reason: string;
    usage: Record<string, number>;
    error?: { message: string };
  };
}

/** Discards unused steps, so that the emulator does not report them. */
function forgetScripts(): void {
  fake.setScripts([]);
}

describe('script', () => {
  test('replies in the order of its steps', async () => {
    fake.setScripts([
      {
        steps: [
          {
            match: { content_contains: 'weather' },
            reply: [{ type: 'tool_use', name: 'get_weather', input: { city: 'Oslo' } }],
          },
          {
            match: { result_contains: 'rain' },
            reply: 'Take an umbrella.',
            usage: { output_tokens: 7, input_tokens: 9 },
          },
          {
            times: 2,
            reply: [
              { type: 'thinking', thinking: 'Hm.' },
              { type: 'text', text: 'Yes.' },
            ],
            stop_reason: 'stop_sequence',
            stop_sequence: 'No',
          },
        ],
      },
    ]);
    const tools = [{ name: 'get_weather', input_schema: { type: 'object' } }];
    const first = await say('How is the weather?', { tools });
    expect(first).toMatchObject({
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', id: expect.stringMatching(/^toolu_/), input: { city: 'Oslo' } }],
    });
    const [call] = first.content as { id?: string }[];
    const turns: Turn[] = [
      { role: 'user', content: 'How is the weather?' },
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id, content: 'heavy rain' }] },
    ];
    expect(await say(turns, { tools })).toMatchObject({
      content: [{ text: 'Take an umbrella.' }],
      usage: { output_tokens: 7, input_tokens: 9 },
    });
    for (const content of ['Sure?', 'Really?']) {
      expect(await say(content)).toMatchObject({
        stop_reason: 'stop_sequence',
        stop_sequence: 'No',
        content: [{ thinking: 'Hm.' }, { text: 'Yes.' }],
      });
    }
  });

  test('separates conversations and leaves others to the default model', async () => {
    fake.setScripts([
      { match: { content_equals: 'A' }, steps: [{ reply: 'a1' }, { reply: 'a2' }] },
      { match: { content_pattern: '^B+$' }, steps: [{ reply: 'b1' }] },
      { steps: 'default' },
    ]);
    const again = (first: string): Turn[] => [
      { role: 'user', content: first },
      { role: 'assistant', content: 'x' },
      { role: 'user', content: 'more' },
    ];
    const texts = [await say('A'), await say('BBB'), await say('C'), await say(again('A'))].map(
      ({ content }) => content[0]?.text,
    );
    expect(texts).toEqual(['a1', 'b1', 'You said: C', 'a2']);
  });

  test('searches patterns in linear time and rejects texts that are too long for the pattern', async () => {
    const letters = 'a'.repeat(60);
    fake.setScripts([{ steps: [{ match: { content_pattern: '(a|aa)+$' }, reply: 'found', times: 2 }] }]);
    expect((await say(letters)).content[0]?.text).toBe('found');
    expect((await say(`${letters}!`)).error?.message).toContain('- content_pattern: "(a|aa)+$"');
    expect((await say('a'.repeat(2_000_000))).error?.message).toContain(
      '+ content: "(not searched: the pattern is too complex for a text of this length)"',
    );
    forgetScripts();
  });

  test('paces a stream and ends it with an error', async () => {
    fake.setScripts([
      {
        steps: [
          {
            reply: 'one two three',
            pace_ms: 20,
            error_at_event: { event: 4, type: 'api_error', message: 'gone' },
          },
        ],
      },
    ]);
    const before = fake.world().clock.now();
    const text = await (await post('hello', { stream: true })).text();
    const names = [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
    expect(names).toEqual(['message_start', 'ping', 'content_block_start', 'content_block_delta', 'error']);
    expect(JSON.parse(text.split('data: ').at(-1) as string)).toMatchObject({
      type: 'error',
      error: { type: 'api_error', message: 'gone' },
    });
    expect(fake.world().clock.now() - before).toBe(80);
  });

  test('returns an error response', async () => {
    fake.setScripts([
      { steps: [{ error: { status: 529, headers: { 'retry-after-ms': '5' } } }, { reply: 'now' }] },
    ]);
    const refused = await post('hello');
    expect([
      refused.status,
      refused.headers.get('retry-after-ms'),
      refused.headers.get('x-parlance-rule'),
    ]).toEqual([529, '5', null]);
    expect((await refused.json()) as object).toMatchObject({ error: { type: 'overloaded_error' } });
    expect((await say('hello')).content[0]?.text).toBe('now');
  });

  test('skips optional steps', async () => {
    fake.setScripts([
      { steps: [{ match: { content_contains: 'x' }, optional: true, reply: 'x' }, { reply: 'y' }] },
    ]);
    expect((await say('hello')).content[0]?.text).toBe('y');
  });

  test('rejects a request without a matching step and shows a diff with the closest one', async () => {
    fake.setScripts([
      { steps: [{ match: { content_contains: 'the time in Rome' }, reply: '' }] },
      { steps: [{ match: { content_contains: 'the weather in Oslo', tools: ['get_weather'] }, reply: '' }] },
      { steps: [{ match: { content_equals: 'How is the weather in Oslo?' }, reply: '' }] },
    ]);
    const { error } = await say('How is the wether in Oslo?');
    expect(error?.message).toBe(
      [
        'No script step matches the user turn "How is the wether in Oslo?". The closest is replies.2.steps.0.match:',
        '- content_equals: "How is the weather in Oslo?"',
        '+ content: "How is the wether in Oslo?"',
      ].join('\n'),
    );
    expect(fake.scenarioProblems()).toEqual([
      error?.message,
      'replies.0.steps.0 was never used.',
      'replies.1.steps.0 was never used.',
      'replies.2.steps.0 was never used.',
    ]);
    forgetScripts();
  });

  test('reports unused steps', async () => {
    fake.setScripts([{ steps: [{ reply: 'a', times: 3 }, { reply: 'b' }, { reply: 'c', optional: true }] }]);
    await say('hello');
    expect(fake.scenarioProblems()).toEqual([
      'replies.0.steps.0 was used only 1 of 3 times.',
      'replies.0.steps.1 was never used.',
    ]);
    fake.setScripts([{ steps: [{ reply: 'a' }] }]);
    await say('hello');
    expect((await say('again')).error?.message).toBe('No script step is left for the user turn "again".');
    forgetScripts();
  });

  test.each([
    [{ step: [] }, 'replies.0: unknown key "step" (did you mean "steps"?); allowed: match, steps'],
    [{}, 'replies.0.steps: is required'],
    [{ steps: 'other' }, 'replies.0.steps: must be an array of steps or "default"'],
    [
      { steps: [{ replay: 'x' }] },
      'replies.0.steps.0: unknown key "replay" (did you mean "reply"?); allowed: match, reply, stop_reason',
    ],
    [{ steps: [{ reply: [{ type: 'text' }] }] }, 'replies.0.steps.0.reply.0.text: must be a string'],
    [{ steps: [{ reply: 7 }] }, 'replies.0.steps.0.reply: must be a string or an array of blocks'],
    [{ steps: [{ reply: ['hello'] }] }, 'replies.0.steps.0.reply.0: must be an object with type'],
    [
      { steps: [{ reply: [{ type: 'tool_use', name: '', input: [] }] }] },
      'replies.0.steps.0.reply.0.name: must be the name of a tool\nscenario.replies.0.steps.0.reply.0.input: must be an object',
    ],
    [
      { steps: [{ match: { content_pattern: '(' } }] },
      'replies.0.steps.0.match.content_pattern: must be a regular expression',
    ],
    [
      { steps: [{ match: { content_pattern: '^(?!no)' } }] },
      'replies.0.steps.0.match.content_pattern: must be a regular expression in RE2 syntax, without lookaround',
    ],
    [
      { steps: [{ error: { status: 200 } }] },
      'replies.0.steps.0.error.status: must be a whole number from 400 to 599',
    ],
    [{ steps: [{ error_at_event: {} }] }, 'replies.0.steps.0.error_at_event.event: is required'],
  ])('is rejected if it is %j', (script, message) => {
    expect(() => fake.setScripts([script as Script])).toThrow(message);
  });
});

describe('an emulator for each test', () => {
  test('fails a test with unused script steps and is closed after the test', async () => {
    const hooks: { before?: () => void; after?: (test: FinishedTest) => Promise<void> } = {};
    const passed = { name: 'a test', hasFailed: false };
    const own = fakePerTest(
      {
        beforeEach: (run) => {
          hooks.before = run;
        },
        afterEach: (run) => {
          hooks.after = run;
        },
      },
      undefined,
    );
    expect(() => own.fake).toThrow('only available while a test is running');
    hooks.before?.();
    own.fake.setScripts([{ steps: [{ reply: 'a' }] }]);
    await expect(hooks.after?.(passed)).rejects.toThrow('replies.0.steps.0 was never used.');
    hooks.before?.();
    await expect(hooks.after?.(passed)).resolves.toBeUndefined();
  });
});
