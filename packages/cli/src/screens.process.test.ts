/**
 * What every command prints. With `SCREENS=docs/images/screens`, the test also writes it as pictures, and the page that shows them:
 * `SCREENS=docs/images/screens pnpm vitest run --config vitest.processes.config.ts packages/cli/src/screens`.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openStore } from '@parlance/durable';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { testSigner } from '@parlance/testing/sign-ssh';
import { createToolWorker } from '@parlance/workers';
import { expect, test, vi } from 'vitest';
import { emptyProgram, leavesOf } from './testing/empty-program.js';
import { screenOf } from './testing/screen.js';
import { setUpCli } from './testing/set-up-cli.js';

const { cli, fake, url } = await setUpCli({ seed: 'demo', demo: { users: 60 }, clock: { mode: 'running' } });

const ROOT = path.join(import.meta.dirname, '../../..');
const PAGE = path.join(ROOT, 'docs/screens.md');
const commands = leavesOf(emptyProgram()).map((words) => words.join(' '));
const BY = ['--by', 'lena@example.com', '--reason', 'matter 17'];
const CSV = 'id,city\noslo,"Oslo, Norway"\nrome,"Rome, Italy"\n';

const ORGANIZATION = `users:
  - { email: new@example.com, role: developer }
workspaces:
  - name: Field sales
    tags: { team: sales }
`;

/** Prints and draws commands, one after the other, in one folder. */
class Screens {
  readonly pictures: Map<string, string> = new Map();
  readonly #place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> };

  constructor(cwd: string) {
    const keys = { PARLANCE_API_KEY: 'api-default', PARLANCE_ADMIN_KEY: 'admin-default' };
    const env = { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: 'compliance-default', ...keys };
    this.#place = { cwd, env: { ...env, PARLANCE_SEARCH_FILE: 'archive.db' } };
  }

  /** Runs a command, and draws it if it is the first of its kind. */
  async run(code: number, ...argv: readonly string[]): Promise<string> {
    const { cwd } = this.#place;
    const result = await cli.run(argv, this.#place);
    if (result.code !== code) throw new Error(`${argv.join(' ')}: ${result.code} ${result.err}`);
    const name = commands.find((command) => `${argv.join(' ')} `.startsWith(`${command} `)) ?? '';
    const printed = `${result.err}${result.out}`
      .replaceAll(cwd, '~')
      .replaceAll(url, 'https://api.example.com');
    const typed = argv.map((word) => (/^[\w./=@:-]+$/.test(word) ? word : `'${word}'`)).join(' ');
    if (!this.pictures.has(name)) this.pictures.set(name, screenOf(`parlance ${typed}`, printed));
    return result.out;
  }
}

/** Makes a worker wait for two decisions. */
async function waitingCalls(cwd: string, work: () => Promise<void>): Promise<void> {
  const client = new ManagedAgentsClient({ baseUrl: url, apiKey: 'api-default' });
  await using store = await openStore(`sqlite:${path.join(cwd, 'parlance.db')}`);
  const { id: environment } = await client.environments.create({
    name: 'own',
    config: { type: 'self_hosted' },
  });
  const tools = [
    { type: 'custom', name: 'refund', description: 'd', input_schema: { type: 'object' } },
  ] as const;
  const agent = await client.agents.create({
    model: 'assistant-opus-4-7',
    name: 'Cashier',
    tools: [...tools],
  });
  const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment });
  const stop = new AbortController();
  const serving = createToolWorker({ client, store, environment })
    .tool({ definition: { name: 'refund' }, approval: true, call: async () => 'refunded' })
    .serve({ signal: stop.signal });
  const turn = client.sessions.run(id, { input: '/tool refund {"amount":1}\n/tool refund {"amount":2}' });
  try {
    await work();
    await turn;
  } finally {
    stop.abort();
    await serving;
    await client.close();
  }
}

async function setUp(): Promise<string> {
  const cwd = await cli.folder();
  const from = new Date(Date.now() - 7_200_000).toISOString();
  const approvers = {
    required: 1,
    keys: [{ name: 'lena', key: testSigner().publicKey }],
    makerMayApprove: true,
  };
  const config = {
    export: { activities: { from }, requestsPerMinute: 1_000_000 },
    retention: {
      rules: [{ name: 'old', keepDays: 30 }],
      caps: { chats: 500 },
      approvers,
      allowMissingFiles: true,
    },
  };
  await writeFile(path.join(cwd, 'parlance.config.json'), JSON.stringify(config));
  await writeFile(path.join(cwd, 'cities.csv'), CSV);
  await writeFile(path.join(cwd, 'org.yaml'), ORGANIZATION);
  return cwd;
}

test('every command has a screen', { timeout: 300_000 }, async () => {
  const cwd = await setUp();
  const screens = new Screens(cwd);
  const run = screens.run.bind(screens);
  await run(0, 'doctor');
  await run(0, 'export', 'explain');
  await run(0, 'export', 'run');
  await run(0, 'export', 'status');
  await run(2, 'export', 'skip', 'assistant_chat_01ABC');
  await run(0, 'export', 'follower', 'sqlite');
  await run(0, 'export', 'verify');
  await run(0, 'export', 'head');
  await run(0, 'follow', '--help');
  await run(0, 'search', 'the', '--limit', '3');
  const hold = await run(0, 'hold', 'add', '--text', 'project falcon', ...BY);
  await run(0, 'hold', 'list');
  await run(0, 'hold', 'check');
  await run(0, 'hold', 'release', /hold_[\w-]+/.exec(hold)?.[0] ?? '', ...BY);
  await run(0, 'retention', 'plan', '--file', 'plan.jsonl');
  await run(0, 'retention', 'show', 'plan.jsonl');
  await run(0, 'retention', 'approve', 'plan.jsonl');
  await run(0, 'retention', 'approvers');
  await run(4, 'retention', 'apply', 'plan.jsonl');
  await run(0, 'retention', 'report');
  await run(0, 'api', 'users.list', 'limit=1');
  await run(0, 'org', 'export');
  await run(0, 'org', 'plan', 'org.yaml');
  await run(0, 'org', 'approve', 'org-plan.json');
  await run(3, 'org', 'drift', 'org.yaml');
  await run(0, 'org', 'apply', 'org-plan.json');
  await run(0, 'org', 'undo');
  await run(0, 'offboard', 'new@example.com', '--dry-run');
  const template = ['--prompt', 'Describe {city}.', '--model', 'assistant-haiku-4-5', '--id-column', 'id'];
  await run(0, 'batch', 'run', 'cities.csv', ...template, '--input-price', '1', '--output-price', '5');
  await run(0, 'usage');
  await run(0, 'cost');
  const keys = await run(0, 'keys', 'list');
  await run(0, 'keys', 'deactivate', /apikey_\w+/.exec(keys)?.[0] ?? '', '--yes');
  await run(0, 'limits');
  await run(0, 'completion', 'bash');
  await run(0, 'fakes', '--help');
  await waitingCalls(cwd, async () => {
    let ids: readonly string[] = [];
    await vi.waitFor(
      async () => {
        const { out } = await cli.run(['calls', 'list', '--json'], { cwd });
        ids = Array.from(out.matchAll(/"type":"call".*?"id":"(\w+)"/g), ([, id = '']) => id);
        expect(ids).toHaveLength(2);
      },
      { timeout: 20_000 },
    );
    await run(0, 'calls', 'list');
    await run(0, 'calls', 'approve', ids[0] ?? '', '--by', 'lena@example.com');
    await run(0, 'calls', 'deny', ids[1] ?? '', '--by', 'lena@example.com', '--reason', 'too high');
  });
  expect([...screens.pictures.keys()].toSorted()).toEqual(commands.toSorted());
  expect(fake.journal().some(({ operation }) => operation === 'chats.delete')).toBe(false);
  const folder = process.env['SCREENS'];
  if (folder !== undefined) await writePictures(path.resolve(ROOT, folder), screens.pictures);
});

const fileOf = (command: string): string => `${command.replaceAll(' ', '-')}.svg`;

async function writePictures(folder: string, pictures: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [command, picture] of pictures) await writeFile(path.join(folder, fileOf(command)), picture);
  const parts = commands.map((command) => {
    const file = path.posix.join(path.relative(path.dirname(PAGE), folder), fileOf(command));
    return `## parlance ${command}\n\n![Screen of parlance ${command}](${file})\n`;
  });
  const head = `# Screens of the command

Each command of [\`parlance\`](../packages/cli/README.md) at 80 columns, against the emulator. The pictures are written by
\`packages/cli/src/screens.process.test.ts\`, which says how.
`;
  await writeFile(PAGE, [head, ...parts].join('\n'));
}

test('the page shows a picture of each command', async () => {
  const page = await readFile(PAGE, 'utf8');
  const shown = Array.from(page.matchAll(/\]\((images\/screens\/[\w-]+\.svg)\)/g), ([, file = '']) =>
    path.basename(file),
  );
  expect(shown).toEqual(commands.map(fileOf));
  expect((await readdir(path.join(ROOT, 'docs/images/screens'))).toSorted()).toEqual(shown.toSorted());
});

test('help fits into 80 columns', async () => {
  for (const command of commands.filter((name) => name !== 'fakes')) {
    const { code, out } = await cli.run([...command.split(' '), '--help']);
    const long = out.split('\n').filter((line) => [...line].length > 80 && !line.startsWith('  parlance '));
    expect([command, code, long]).toEqual([command, 0, []]);
  }
});
