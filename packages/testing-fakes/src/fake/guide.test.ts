/** Runs the recipes of the guide unchanged. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../command/main.js';
import { createFake } from './create-fake.js';

const guide = readFileSync(new URL('../../../../docs/guides/scenarios.md', import.meta.url), 'utf8');
const programs = [...guide.matchAll(/^<!-- program: (\S+) -->\n\n```ts\n([\s\S]*?)^```$/gm)];
// Within the package, so that the programs find the packages that they import.
const folder = join(import.meta.dirname, '../../.parlance', `guide-${process.pid}`);

beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('has ten recipes', () => {
  expect(guide.match(/^## \d+\. /gm)).toHaveLength(10);
  expect(programs).toHaveLength(8);
});

test.each(programs.map(([, name = '', code = '']) => [name, code]))('%s runs', async (name, code) => {
  const file = join(folder, name);
  writeFileSync(file, code);
  await expect(import(file)).resolves.toBeDefined();
});

/** Runs the command of a block, with files of the guide at their temporary paths, and uses its server. */
async function serve(
  block: string,
  replaced: Readonly<Record<string, string>>,
  use: (url: string) => Promise<void>,
) {
  const line = new RegExp(`\`\`\`sh ${block}\nnpx parlance-fakes (.*)\n\`\`\``).exec(guide)?.[1] ?? '';
  const argv = line.split(' ').map((word) => replaced[word] ?? word);
  let [out, err] = ['', ''];
  let used: Promise<void> | undefined;
  const code = await main(argv, {
    version: '0.0.0',
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    onSignal: (stop) => {
      // The line that announces the server is printed next.
      queueMicrotask(() => {
        used = use((JSON.parse(out) as { url: string }).url).finally(stop);
      });
    },
  });
  await used;
  expect([code, err]).toEqual([0, '']);
}

async function ask(url: string, content: string): Promise<unknown> {
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: {
      'x-api-key': 'api-default',
      'vendor-version': '2023-06-01',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      model: 'assistant-sonnet-4-6',
      max_tokens: 50,
      messages: [{ role: 'user', content }],
    }),
  });
  const body = (await response.json()) as { content?: readonly { text: string }[] };
  return body.content?.[0]?.text ?? response.status;
}

test('the scenario file can be served', async () => {
  const yaml = /```yaml scenario\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const path = join(folder, 'scenario.yaml');
  writeFileSync(path, yaml);
  await serve('serve', { 'scenario.yaml': path }, async (url) => {
    expect(await ask(url, 'How is the weather?')).toBe('It is raining.');
    expect(await ask(url, 'How is the weather?')).toBe(529);
    expect(await ask(url, 'hello')).toBe('You said: hello');
  });
});

test('a service can be recorded and replayed', async () => {
  await using service = createFake();
  const { url: upstream } = await service.listen();
  const path = join(folder, 'recording.json');
  await serve('record', { 'recording.json': path, 'https://api.example.com': upstream }, async (url) => {
    expect(await ask(url, 'hello')).toBe('You said: hello');
  });
  await serve('replay', { 'recording.json': path }, async (url) => {
    expect(await ask(url, 'HELLO')).toBe('[15 characters]');
  });
});
