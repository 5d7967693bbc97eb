// begin
import { InferenceClient } from '@parlance/inference';
import { withFake } from '@parlance/testing-fakes/vitest';
import { expect, test } from 'vitest';
// end
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const guide = readFileSync(
  new URL('../../../../docs/guides/testing-with-the-emulator.md', import.meta.url),
  'utf8',
);
/** Python 3, where it is installed. */
const PYTHON = ['python3', 'python'].find((name) => spawnSync(name, ['-c', 'print(f"{3}")']).status === 0);
const own = readFileSync(new URL(import.meta.url), 'utf8');

// begin
const emulator = withFake({ scenario: { models: 'known' }, saveFailuresTo: 'failures' });

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

test('the guide contains the test above', () => {
  const shown = [...own.matchAll(/^\/\/ begin\n([\s\S]*?)^\/\/ end$/gm)].map(([, code]) => code?.trim());
  expect(guide).toContain(`\n\`\`\`ts\n${shown.join('\n\n')}\n\`\`\`\n`);
});

/** Runs the commands of a code block of the guide unchanged, against the emulator of the test. */
async function run(block: string): Promise<string> {
  const script = new RegExp(`\`\`\`sh ${block}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] as string;
  const { url } = await emulator.fake.listen();
  const env = { ...process.env, URL: url };
  return (await promisify(execFile)('sh', ['-ec', script], { env })).stdout;
}

test('the curl commands of the guide work', async () => {
  const output = await run('curl');
  expect(output).toContain('"text":"You said: hello"');
  expect(output).toContain('event: message_stop');
  expect(output).toContain('"type":"overloaded_error"');
  expect(output).toContain('"operation":"messages.create"');
});

test.runIf(PYTHON !== undefined)('the Python program of the guide works', async () => {
  const program = /```python\n([\s\S]*?)```/.exec(guide)?.[1] as string;
  const { url } = await emulator.fake.listen();
  const env = { ...process.env, URL: url };
  const { stdout } = await promisify(execFile)(PYTHON as string, ['-c', program], { env });
  expect(stdout.split('\n')).toEqual(['You said: hello', 'It is raining.']);
});

test('the load generator of the guide works', { timeout: 60_000 }, async () => {
  await run('load');
  const requests = emulator.fake.journal();
  expect(requests).toHaveLength(2000);
  expect(new Set(requests.map(({ operation, status }) => `${operation} ${status}`))).toEqual(
    new Set(['messages.create 200']),
  );
});
