// begin
import { InferenceClient } from '@parlance/inference';
import { withFake } from '@parlance/testing-fakes/vitest';
import { expect, test } from 'vitest';
// end
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

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
  const shown = [...own.matchAll(/^\/\/ begin\n([\s\S]*?)^\/\/ end$/gm)].map(([, code]) => code?.trim());
  expect(guide).toContain(`\n\`\`\`ts\n${shown.join('\n\n')}\n\`\`\`\n`);
});

/** Runs the commands of a block of the guide as they stand there, with the emulator of the test. */
async function run(block: string): Promise<string> {
  const script = new RegExp(`\`\`\`sh ${block}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] as string;
  const { url } = await emulator.fake.listen();
  const env = { ...process.env, URL: url };
  return (await promisify(execFile)('sh', ['-ec', script], { env })).stdout;
}

test('the commands of the guide work as they are written', async () => {
  const said = await run('curl');
  expect(said).toContain('"text":"You said: hello"');
  expect(said).toContain('event: message_stop');
  expect(said).toContain('"type":"overloaded_error"');
  expect(said).toContain('"operation":"messages.create"');
});

test('a load generator does its work', { timeout: 60_000 }, async () => {
  await run('load');
  const asked = emulator.fake.journal();
  expect(asked).toHaveLength(2000);
  expect(new Set(asked.map(({ operation, status }) => `${operation} ${status}`))).toEqual(
    new Set(['messages.create 200']),
  );
});
