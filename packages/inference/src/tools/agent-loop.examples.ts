/** An agent with two tools, one of which fails. The tests run it against the emulator. */
import assert from 'node:assert/strict';
import { defineTool, InferenceClient, runTools, streamTools } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';
import { z } from 'zod';

const fake = createFake();
const options = { baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() };
const question = '/tool get_weather {"city":"Oslo"}\n/tool book_flight {"to":"Oslo"}';

/** Runs an agent and prints its text while it is generated. */
export async function runAgent(): Promise<void> {
  const print = (text: string): void => void process.stdout.write(text);
  // #region Run an agent
  const getWeather = defineTool({
    name: 'get_weather',
    description: 'Returns the current weather in a city',
    input: z.object({ city: z.string() }),
    run: ({ city }) => ({ city, celsius: 21 }),
  });
  const bookFlight = defineTool({
    name: 'book_flight',
    description: 'Books a flight',
    input: z.object({ to: z.string() }),
    run: () => Promise.reject(new Error('No seats are left.')),
  });
  const run = await runTools(
    new InferenceClient(options),
    {
      model: 'assistant-sonnet-4-6',
      max_tokens: 1024,
      messages: [{ role: 'user', content: question }],
      tools: [getWeather, bookFlight],
    },
    {
      onStream: (stream) => stream.on('text', print),
      onStep: ({ results }) => results.forEach((result) => console.log(result.content)),
    },
  );
  console.log(run.message.stop_reason, run.turns, run.usage.output_tokens);
  // #endregion
  assert.deepEqual([run.message.stop_reason, run.turns], ['end_turn', 2]);
  const results = run.messages[2]?.content as { content: string; is_error?: boolean }[];
  assert.deepEqual(
    results.map((result) => [result.content, result.is_error ?? false]),
    [
      ['{"city":"Oslo","celsius":21}', false],
      ['No seats are left.', true],
    ],
  );
}

/** Streams the updates of a run, for example to a page. */
export async function showAgent(): Promise<void> {
  const shown: string[] = [];
  const show = (what: unknown): void => void shown.push(JSON.stringify(what));
  const client = new InferenceClient(options);
  const clock = defineTool({
    name: 'clock',
    description: 'Returns the current time',
    input: { type: 'object', properties: {} },
    run: () => '12:00',
  });
  const messages = [{ role: 'user' as const, content: '/tool clock {}' }];
  // #region Stream the progress of a run
  const params = { model: 'assistant-sonnet-4-6', max_tokens: 1024, messages, tools: [clock] };
  for await (const update of streamTools(client, params)) {
    if (update.type === 'event') show(update.event);
    else if (update.type === 'reply') show([update.requestId, update.message.usage]);
    else if (update.type === 'step') show(update.calls);
  }
  // #endregion
  assert.equal(shown.filter((line) => line.includes('12:00')).length > 1, true);
}
