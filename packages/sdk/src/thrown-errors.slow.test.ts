/** Everything that the client packages throw is a ParlanceError, also for arguments that TypeScript would reject. */
import * as admin from '@parlance/admin';
import * as compliance from '@parlance/compliance';
import * as transport from '@parlance/core-transport';
import * as inference from '@parlance/inference';
import * as files from '@parlance/inference/files';
import * as mcp from '@parlance/inference/mcp';
import * as clientTools from '@parlance/agent-tools';
import * as managedAgents from '@parlance/managed-agents';
import { validator } from '@parlance/schemas/validation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Callable = (...args: unknown[]) => unknown;

const { FetchAdapter, ParlanceError } = transport;
const body = { type: 'error', error: { type: 'invalid_request_error', message: 'no' } };
let requests = 0;
const fetch = async () => {
  requests += 1;
  return Response.json(body, { status: 400 });
};
const options = { baseUrl: 'https://api.example.com', http: new FetchAdapter({ fetch }) };
const clients = {
  inference: new inference.InferenceClient({ ...options, apiKey: 'k' }),
  managedAgents: new managedAgents.ManagedAgentsClient({ ...options, apiKey: 'k' }),
  compliance: new compliance.ComplianceClient({ ...options, complianceKey: 'k' }),
  admin: new admin.AdminClient({ ...options, adminKey: 'k' }),
  conversation: new inference.Conversation([{ role: 'user', content: 'hello' }]),
};
const validation = { validator };
const packages = {
  admin,
  compliance,
  transport,
  inference,
  files,
  mcp,
  clientTools,
  managedAgents,
  validation,
};

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;
const WRONG: readonly unknown[] = [
  undefined,
  null,
  5,
  Number.NaN,
  '',
  '\ud800',
  true,
  Symbol('s'),
  10n,
  [],
  [null],
  [5],
  {},
  cycle,
  Object.create(null),
  () => 5,
  new Date(Number.NaN),
  { max_tokens: 5n },
  { model: Symbol('s') },
  { limit: { nested: { deeply: 1 } } },
  { created_at: new Date() },
  { messages: 5 },
  { messages: [null] },
  { messages: [{ role: 'user' }] },
  { messages: [{ role: 'user', content: [null] }], tools: [] },
  { messages: [], tools: 5 },
  { messages: [], tools: [null] },
  { messages: [], tools: ['search'] },
  { messages: [], tools: [{ definition: null }] },
  { messages: [], tools: [{ definition: { name: 'a' } }] },
  { tools: [{ definition: { name: 'a', input_schema: null } }] },
  { agent: null },
  { agent: { tools: 5 } },
  { agent: { tools: [null] } },
  { file: null },
  { file: 5 },
  { file: { path: '/missing' } },
  { file: { filename: 'a', data: 5 } },
  { file: { filename: 5, data: 'text' } },
  { file: { filename: 'a', data: 'text', contentType: 5 } },
  { user_ids: 5 },
  { signal: 5 },
  { headers: 5 },
  { headers: { 'not a name': 'value' } },
  { betas: 5 },
  { resumeFrom: 5 },
  { resumeFrom: {} },
  { input: [null] },
  { usage: null },
  { content: null },
  { name: 'a', description: 'b', input: { type: 'object' } },
];
/** Arguments of which one at a time is replaced. */
const RIGHT: readonly (readonly unknown[])[] = [
  ['id', 'id', {}, {}],
  ['id', {}, {}, {}],
  [{}, {}, {}, {}],
  [['user_1'], {}, {}],
  [clients.inference, { messages: [], tools: [] }, {}, {}],
];

/** The methods of an object and of the objects that it holds. */
function* methodsOf(name: string, target: object): Generator<[string, Callable]> {
  for (const key of Object.getOwnPropertyNames(Object.getPrototypeOf(target))) {
    const { value } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), key) ?? {};
    const isMethod = typeof value === 'function' && key !== 'constructor' && key !== 'close';
    if (isMethod) yield [`${name}.${key}`, (value as Callable).bind(target)];
  }
  for (const [key, value] of Object.entries(target) as [string, object][])
    yield* methodsOf(`${name}.${key}`, value);
}

/** The exported functions and client classes of a package. */
function* exportsOf(name: string, members: object): Generator<[string, Callable]> {
  for (const [key, value] of Object.entries(members) as [string, unknown][]) {
    if (typeof value !== 'function') continue;
    const isClass = Function.prototype.toString.call(value).startsWith('class');
    if (!isClass) yield [`${name}.${key}`, value as Callable];
    else if (/Client$|Conversation$/.test(key))
      yield [`new ${name}.${key}`, (...args) => new (value as new (...all: unknown[]) => object)(...args)];
    if ('from' in value) yield [`${name}.${key}.from`, (value.from as Callable).bind(value)];
  }
  if (name === 'inference')
    yield [
      'MessageStream.fromReadableStream',
      (stream) => inference.MessageStream.fromReadableStream(stream as ReadableStream),
    ];
}

/** Awaits a result, or takes its first item. */
async function consume(result: unknown): Promise<void> {
  if (typeof result !== 'object' || result === null) return;
  if (Symbol.asyncIterator in result) {
    const iterator = (result as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.return?.();
  } else if ('then' in result) await result;
}

const errorOf = (call: Callable, args: readonly unknown[]): Promise<unknown> =>
  (async () => consume(call(...args)))().catch((error: unknown) => error);

/** The arguments that a function accepts, or all: if one is wrong already, it is what every call reports. */
async function acceptedBy(call: Callable): Promise<typeof RIGHT> {
  const accepted: (readonly unknown[])[] = [];
  for (const args of RIGHT) {
    const before = requests;
    if ((await errorOf(call, args)) === undefined || requests > before) accepted.push(args);
  }
  return accepted.length === 0 ? RIGHT : accepted;
}

/** Calls a function with one argument of the wrong type at a time. */
async function foreignErrors(call: Callable): Promise<unknown[]> {
  const found = new Set<unknown>();
  for (const right of await acceptedBy(call))
    for (const args of WRONG.flatMap((wrong) => right.map((_, position) => right.with(position, wrong)))) {
      const thrown = await errorOf(call, args);
      if (thrown !== undefined && !ParlanceError.is(thrown)) found.add((thrown as Error).stack);
    }
  return [...found];
}

const functions = [
  ...Object.entries(clients).flatMap(([name, client]) => [...methodsOf(name, client)]),
  ...Object.entries(packages).flatMap(([name, members]) => [...exportsOf(name, members)]),
];

/** It waits until activities are old enough, so taking its first item takes a minute. */
const waits = new Set(['compliance.activities.tail']);

// Most of the time goes into the stacks of 200,000 errors.
const { stackTraceLimit } = Error;
beforeAll(() => void (Error.stackTraceLimit = 1));
afterAll(() => void (Error.stackTraceLimit = stackTraceLimit));

describe('arguments of the wrong type', () => {
  test.each(functions)('%s', async (name, call) => {
    const checked: Callable = waits.has(name) ? (...args) => void call(...args) : call;
    expect(await foreignErrors(checked)).toEqual([]);
  });
});
