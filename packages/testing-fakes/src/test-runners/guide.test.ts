import { InferenceClient } from '@parlance/inference';
import { withFake } from '@parlance/testing-fakes/vitest';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const guide = readFileSync(
  new URL('../../../../docs/guides/testing-with-the-emulator.md', import.meta.url),
  'utf8',
);
const own = readFileSync(new URL(import.meta.url), 'utf8');

// begin
const emulator = withFake({ saveFailuresTo: 'failures' });

test('asks for the weather', async () => {
  const { fake } = emulator;
  fake.setScripts([{ steps: [{ reply: 'It is raining.' }] }]);
  const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

  const message = await inference.messages.create({
    model: 'assistant-sonnet-4-6',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'How is the weather?' }],
  });
  expect(message.content).toMatchObject([{ type: 'text', text: 'It is raining.' }]);
});
// end

test('the guide shows the test above', () => {
  const shown = /^\/\/ begin\n([\s\S]*?)^\/\/ end$/m.exec(own)?.[1]?.trim();
  expect(guide).toContain(`\n${shown}\n`);
});

test('the commands of the guide work as they are written', async () => {
  const script = /```sh curl\n([\s\S]*?)```/.exec(guide)?.[1] as string;
  const { url } = await emulator.fake.listen();
  const { stdout } = await promisify(execFile)('sh', ['-ec', script], { env: { ...process.env, URL: url } });
  expect(stdout).toContain('"text":"You said: hello"');
  expect(stdout).toContain('event: message_stop');
  expect(stdout).toContain('"type":"overloaded_error"');
  expect(stdout).toContain('"operation":"messages.create"');
});

test('a well-known reader of event streams reads those of the emulator', async () => {
  const { url } = await emulator.fake.listen();
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: {
      'x-api-key': 'api-default',
      'vendor-version': '2023-06-01',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      model: 'assistant-sonnet-4-6',
      max_tokens: 100,
      stream: true,
      messages: [{ role: 'user', content: 'hello' }],
    }),
  });
  const events = response
    .body!.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const names: unknown[] = [];
  for await (const event of events) names.push(event.event);
  expect([names.at(0), names.at(-1)]).toEqual(['message_start', 'message_stop']);
});
