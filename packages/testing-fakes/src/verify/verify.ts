/** Runs the scenarios of the contract against a deployment and the emulator, and collects the differences. */
import { randomBytes } from 'node:crypto';
import { operationNameOf, requestFormOf } from '../exchanges/divergence-plan.js';
import type { Divergence } from '../exchanges/divergence.js';
import { Masker } from '../exchanges/mask.js';
import { maskEvents } from '../exchanges/mask-events.js';
import { InProcessFake } from '../fake/in-process-fake.js';
import { services } from '../fake/services.js';
import { LoadedSchemas } from '../emulator/loaded-schemas.js';
import type { ServiceSchemas } from '../emulator/service.js';
import { Alignment, statusDifferences, type ComparedPair, type Reply } from './alignment.js';
import { removeCreated } from './cleanup.js';
import facts from './facts.json' with { type: 'json' };
import { relationDifferences, violationsOf } from './invariants.js';
import { operationOf, requestOf, UnboundError, type Codec, type RuleScenario } from './scenario.js';
import { send, type Target } from './target.js';

/** Options for {@link verify}. */
export interface VerifyOptions {
  readonly scenarios: readonly RuleScenario[];
  readonly target: Target;
  /** Names of the deployment; undefined if they are those of the documents. */
  readonly codec: Codec;
  /** Maximum number of scenarios that run at the same time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** What a run found. */
export interface Verification {
  readonly divergences: readonly Divergence[];
  /** Ids of the rules that at least one response was compared for. */
  readonly checked: ReadonlySet<string>;
  /** Number of requests to the deployment. */
  readonly requests: number;
}

/**
 * Runs scenarios.
 *
 * @param options - See {@link VerifyOptions}.
 * @throws {TypeError} When the deployment is unreachable.
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { scenarios, concurrency } = options;
  await using emulator = new InProcessFake(services, { maxIdleWorlds: 2 * scenarios.length });
  const loaded = new LoadedSchemas(services);
  await loaded.loadAll();
  const context = { ...options, schemas: loaded.operations() };
  const found = new Map<string, Divergence>();
  const checked = new Set<string>();
  let requests = 0;
  const run = async (scenario: RuleScenario, world: string): Promise<void> => {
    const referenceFor = (attempt: number): Target => referenceOf(emulator, `${world}-${attempt}`, scenario);
    const pairs = await readPairs(scenario, referenceFor, context);
    requests += pairs.length;
    for (const pair of pairs) {
      if (pair.isChecked) for (const rule of rulesOf(scenario, pair)) checked.add(rule);
      if (pair.differences.length > 0) addDivergence(found, divergenceOf(scenario, pair));
    }
  };
  // What exists must not change between their requests.
  for (const mirror of scenarios.filter(({ mirrors }) => mirrors)) await run(mirror, 'mirror');
  const queue = scenarios.filter(({ mirrors }) => !mirrors).entries();
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const [index, scenario] of queue)
      if (failures.length === 0)
        await run(scenario, `verify-${index}`).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  if (failures.length > 0) throw failures[0];
  const divergences = [...found.values()].toSorted((a, b) => (a.operation < b.operation ? -1 : 1));
  return { divergences, checked, requests };
}

/** What {@link runScenario} needs to know. */
export type RunContext = Pick<VerifyOptions, 'target' | 'codec' | 'signal'> & {
  /** Schemas by operation. */
  readonly schemas: ServiceSchemas['operations'];
};

/** Returns a world of the emulator in which each request has another time. */
function referenceOf(emulator: InProcessFake, name: string, { processes }: RuleScenario): Target {
  const { clock } = emulator.world(name);
  if (processes === true) clock.run('running');
  return {
    url: emulator.url,
    fetch: async (input, init) => {
      clock.advance(1);
      const response = await emulator.fetch(input, init);
      response.headers.set('date', new Date(clock.now()).toUTCString());
      return response;
    },
    keys: { ...emulator.keysOf(name), unknown: 'unknown' },
    pollMs: processes === true ? 100 : 0,
  };
}

/**
 * Returns the pairs of a scenario. Repeats one with a difference: something may have been slower than in the emulator, or somebody may have
 * changed an object that it mirrors. One that mirrors and ends early, because the deployment lacks an object, checks nothing.
 */
async function readPairs(
  scenario: RuleScenario,
  referenceFor: (attempt: number) => Target,
  context: RunContext,
): Promise<readonly (ComparedPair & { readonly isChecked: boolean })[]> {
  const read = async (attempt: number): Promise<readonly ComparedPair[]> => {
    const read: ComparedPair[] = [];
    for await (const pair of runScenario(scenario, referenceFor(attempt), context)) read.push(pair);
    return read;
  };
  let pairs = await read(1);
  if (pairs.some(({ differences }) => differences.length > 0)) pairs = await read(2);
  const isChecked = scenario.mirrors !== true || pairs.length === scenario.steps.length;
  return pairs.map((pair) => ({ ...pair, isChecked }));
}

/**
 * Sends each step of a scenario to both services, or only to the deployment if the scenario mirrors it. Ends early when a response lacks what
 * a later request needs.
 *
 * @param scenario - The scenario.
 * @param reference - The emulator.
 * @param context - See {@link RunContext}.
 */
export async function* runScenario(
  scenario: RuleScenario,
  reference: Target,
  { target, codec, signal, schemas }: RunContext,
): AsyncGenerator<ComparedPair> {
  const alignment = new Alignment();
  const run = randomBytes(6).toString('hex');
  const [ours, theirs]: [unknown[], unknown[]] = [[], []];
  try {
    for (const step of scenario.steps) {
      const operation = operationOf(step);
      const ask = async (service: Target, bodies: unknown[], names: Codec, expected?: Reply) => {
        const key = service.keys[step.key ?? 'api'];
        const request = requestOf(step, operation, { bodies, run, key, codec: names });
        const context = { operation, settles: step.settles, expected, codec: names };
        const reply = await send(service, request, context, signal);
        bodies.push(reply.json);
        return { path: request.documentedPath, sent: request.json, reply };
      };
      const own = scenario.mirrors === true ? undefined : await ask(reference, ours, undefined);
      const other = await ask(target, theirs, codec, own?.reply);
      // A user may be a member already.
      if (own === undefined && operation?.method !== 'GET' && other.reply.status >= 400) break;
      const expected = own ?? { ...other, reply: { ...other.reply, status: 200, rule: null } };
      const pair = { operation, expected, found: other };
      const relations = own === undefined ? relationDifferences(step, theirs) : alignment.differences(pair);
      const differences = other.reply.status === expected.reply.status ? relations : statusDifferences(pair);
      const schema = schemas[operation?.id ?? ''];
      const violations = differences.length > 0 ? [] : violationsOf(operation, other, schema);
      const isExpected =
        own === undefined || violations.length === 0 || violationsOf(operation, own, schema).length === 0;
      yield { ...pair, differences: isExpected ? [...differences, ...violations] : differences };
    }
  } catch (error) {
    if (!(error instanceof UnboundError)) throw error;
  } finally {
    // Also after Ctrl-C, for ten seconds at most.
    const until = signal.aborted ? AbortSignal.timeout(10_000) : signal;
    await removeCreated(scenario, target, { bodies: theirs, run, codec }, until);
  }
}

/** Beginnings of the ids of the operations that the rules of a family are about. Families that are left out are about any. */
const FAMILIES: Readonly<Record<string, readonly string[] | undefined>> = facts.families;

/** A refusal verifies the rule that it names. Any other response verifies those of the scenario that are about its operation. */
function rulesOf({ rules }: RuleScenario, { expected, operation }: ComparedPair): readonly string[] {
  if (expected.reply.rule !== null) return [expected.reply.rule];
  const id = operation?.id ?? '';
  const own = rules.filter(
    (rule) => FAMILIES[rule.slice(0, 3)]?.some((start) => id.startsWith(start)) ?? true,
  );
  return own.length > 0 ? own : rules;
}

function divergenceOf(scenario: RuleScenario, pair: ComparedPair): Divergence {
  const { operation, differences } = pair;
  const { path: target, sent, reply: expected } = pair.expected;
  const { reply: found } = pair.found;
  const [path = '', search = ''] = target.split('?');
  const isAccepted = expected.status < 400 && found.status < 400;
  const request = { operation, method: operation?.method ?? 'GET', path, search, json: sent };
  const masker = new Masker(operation, 'masked');
  return {
    rules: rulesOf(scenario, pair),
    operation: operationNameOf(request),
    request: requestFormOf(request, isAccepted),
    status: expected.status,
    ...(expected.rule !== null && { rule: expected.rule }),
    differences,
    response: {
      status: found.status,
      ...(found.events === undefined
        ? { json: masker.mask(found.json) }
        : { events: maskEvents(found.events, masker, 'masked') }),
    },
  };
}

/** Adds a divergence. Those with the same differences for the same operation are one, which verifies the rules of all. */
function addDivergence(divergences: Map<string, Divergence>, divergence: Divergence): void {
  const { operation, status, rule, response, differences, request } = divergence;
  const places = differences.map(({ path }) => path.replaceAll(/\.\d+/g, '.*'));
  const isRequest = rule === undefined && response.status >= 400;
  const key = JSON.stringify([
    operation,
    status,
    rule,
    response.status,
    [...new Set(places)],
    isRequest && request,
  ]);
  const known = divergences.get(key);
  const rules = [...new Set([...(known?.rules ?? []), ...divergence.rules])].toSorted();
  divergences.set(key, { ...(known ?? divergence), rules });
}
