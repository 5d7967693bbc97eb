import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { operations, type Operation } from '@parlance/schemas';
import type { Parlance } from '@parlance/sdk';
import ts from 'typescript';
import { expect, test, vi } from 'vitest';
import { programOf, telemetryProgram, type ProgramCall } from './program.js';
import { openApp, post } from './testing/open-app.js';

const FOLDER = import.meta.dirname;

/** Type-checks programs as if they were files of this folder. Returns the errors. */
function errorsIn(programs: readonly string[]): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    customConditions: ['parlance-source'],
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  };
  const files = new Map(programs.map((text, index) => [path.join(FOLDER, `program-${index}.mts`), text]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (file, ...rest) => {
    const text = files.get(file);
    return text === undefined
      ? getSourceFile.call(host, file, ...rest)
      : ts.createSourceFile(file, text, ts.ScriptTarget.ES2024);
  };
  host.fileExists = (file) => files.has(file) || fileExists.call(host, file);
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
    );
  });
}

const USERS = ['user_a', 'user_b'];

interface AskedPage {
  /** Calls of the SDK in the page. */
  readonly load?: (client: Parlance) => Promise<unknown>;
  /** Routes of this server, with their input. */
  readonly ask?: Readonly<Record<string, unknown>>;
  /** Names of the calls, as the button Code asks for them. */
  readonly names: readonly string[];
}

/** What the pages ask this server for. */
const PAGES: Readonly<Record<string, AskedPage>> = {
  chat: {
    ask: {
      '/chat/send': {
        model: 'assistant-haiku-4-5',
        max_tokens: 50,
        useTools: true,
        messages: [{ role: 'user', content: 'Hi' }],
      },
    },
    names: ['/chat/send'],
  },
  agents: { load: async ({ managedAgents }) => managedAgents.agents.list(), names: ['agents.list'] },
  sessions: {
    load: async ({ managedAgents }) =>
      managedAgents.sessions.list({ include_archived: true, statuses: ['idle'] }),
    names: ['sessions.list'],
  },
  compliance: {
    load: async ({ compliance }) => {
      await compliance.chats.list({ user_ids: USERS, created_at: { gte: '2026-01-01T00:00:00Z' } });
      for (const { uuid } of (await compliance.organizations.list()).data)
        await Array.fromAsync(compliance.organizations.listUsers(uuid, { limit: 3 }));
    },
    names: ['chats.list', 'organizations.list', 'organizations.listUsers'],
  },
  activities: {
    ask: { '/activities/list': { activity_types: ['assistant_chat_created'] } },
    names: ['/activities/list'],
  },
  admin: {
    load: async ({ admin }) =>
      Promise.all([admin.organization.retrieve(), admin.users.list(), admin.invites.list()]),
    names: ['organization.retrieve', 'users.list', 'invites.list'],
  },
};

test('the programs of all pages type-check, and print what the page shows', async () => {
  const { backend, request, page } = await openApp();
  const ask = async (route: string, input: unknown): Promise<string> => {
    const response = await request(`/rpc${route}`, post(input));
    expect([route, response.status]).toEqual([route, 200]);
    return response.text();
  };
  const programs: Record<string, string> = {};
  for (const [name, { load, ask: routes = {}, names }] of Object.entries(PAGES)) {
    await load?.(page);
    for (const [route, input] of Object.entries(routes)) await ask(route, input);
    const asked = { page: `/${name}`, routes: names };
    programs[name] = (JSON.parse(await ask('/inspector/program', asked)) as { program: string }).program;
  }
  programs['service'] = telemetryProgram(backend.about.baseUrl);
  expect(errorsIn(Object.values(programs))).toEqual([]);
  expect(programs['compliance']).toContain("created_at: { gte: '2026-01-01T00:00:00Z' }");
  // The pages of a list are one call of the program.
  expect(programs['compliance']?.match(/listUsers/g)).toHaveLength(1);
  const keys = backend.emulator?.fake.keys;
  vi.stubEnv('PARLANCE_API_KEY', keys?.api);
  vi.stubEnv('PARLANCE_ADMIN_KEY', keys?.admin);
  vi.stubEnv('PARLANCE_COMPLIANCE_KEY', keys?.compliance);
  const print = vi.spyOn(console, 'log').mockReturnValue();
  const folder = await mkdtemp(path.join(FOLDER, 'programs-'));
  const run = async (page: string): Promise<string> => {
    const file = path.join(folder, `${page}.mjs`);
    await writeFile(file, programs[page] ?? '');
    await import(file);
    return JSON.stringify(print.mock.calls);
  };
  expect(await run('admin')).toContain('Tagus & Vistula Trading');
  expect(await run('activities')).toContain('assistant_chat_created');
  expect(await run('chat')).toContain('message_stop');
  await rm(folder, { recursive: true });
}, 300_000);

/** Filters that operations require. */
const REQUIRED: Readonly<Record<string, object>> = {
  'chats.list': { user_ids: USERS },
  'usage.messages': { starting_at: '2026-05-01T00:00:00Z' },
  'cost.list': { starting_at: '2026-05-01T00:00:00Z' },
};

test('every operation without a body has a method of the same name', () => {
  const calls = Object.values<Operation>(operations)
    .filter(({ method }) => method !== 'POST')
    .map(({ id, path: template }) => {
      const params = Array.from(template.matchAll(/\{\w+\}/g), () => 'id_1');
      return { operation: id, params, query: REQUIRED[id] } as ProgramCall;
    });
  expect(errorsIn([programOf(calls, 'http://127.0.0.1:8080')])).toEqual([]);
}, 300_000);

test('a followed session comes last, because it does not end', () => {
  const program = programOf(
    [
      { operation: 'sessions.events.stream', params: ['sesn_1'] },
      { operation: 'sessions.events.list', params: ['sesn_1'] },
    ],
    'http://a.example',
  );
  expect(program).toMatch(/events\.list[\s\S]*events\.follow/);
});

test.each([
  [`It's "quoted" \\ and\nbroken`, String.raw`'It\'s "quoted" \\ and\nbroken'`],
  [{ 'a-b': 1, __proto__x: [true, null] }, "{ 'a-b': 1, __proto__x: [true, null] }"],
  [JSON.parse('{"__proto__":{"x":1}}'), "{ ['__proto__']: { x: 1 } }"],
])('writes %j as an expression', (value, expected) => {
  const call: ProgramCall = { operation: 'agents.create', body: value };
  expect(programOf([call], 'http://a.example')).toContain(`agents.create(${expected})`);
});
