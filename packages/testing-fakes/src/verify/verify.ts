/** Runs the scenarios of the contract against a deployment and the emulator, and collects the differences. */
import { randomBytes } from 'node:crypto';
import { operations, type Operation } from '@parlance/schemas';
import { createRouter } from '../engine/router.js';
import { operationNameOf, requestFormOf } from '../exchanges/divergence-plan.js';
import type { Divergence } from '../exchanges/divergence.js';
import { Masker } from '../exchanges/mask.js';
import { maskEvents } from '../exchanges/mask-events.js';
import { InProcessFake } from '../fake/in-process-fake.js';
import { services } from '../fake/services.js';
import { LoadedSchemas } from '../emulator/loaded-schemas.js';
import type { ServiceSchemas } from '../emulator/service.js';
import { Alignment, type ComparedPair, type Reply } from './alignment.js';
import { removalsOf } from './cleanup.js';
import { violationsOf } from './invariants.js';
import { readMirror } from './mirror.js';
import { requestOf, UnboundError, type Codec, type RuleScenario, type ScenarioStep } from './scenario.js';
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

const route = createRouter(Object.values(operations));

/** Returns the operation of a step; undefined if the contract has none. */
export function operationOf({ line }: ScenarioStep): Operation | undefined {
  const [method = '', target = ''] = line.split(' ');
  const found = route(method, target.split('?')[0] ?? '');
  return found.kind === 'operation' ? found.match.operation : undefined;
}

/**
 * Runs scenarios.
 *
 * @param options - See {@link VerifyOptions}.
 * @throws {TypeError} When the deployment is unreachable.
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { scenarios, concurrency } = options;
  await using emulator = new InProcessFake(services, { maxIdleWorlds: scenarios.length });
  const found = new Map<string, Divergence>();
  const checked = new Set<string>();
  let requests = 0;
  const schemas = await loadSchemas();
  const add = (scenario: RuleScenario, pair: ComparedPair): void => {
    for (const rule of rulesOf(scenario, pair)) checked.add(rule);
    if (pair.differences.length > 0) addDivergence(found, divergenceOf(scenario, pair));
  };
  // Nothing changes between their requests.
  for (const scenario of scenarios.filter(({ mirrors }) => mirrors)) {
    const pairs = await readMirror(scenario, { ...options, operationOf, schemas });
    requests += pairs.length;
    for (const pair of pairs) add(scenario, pair);
  }
  const queue = scenarios.filter(({ mirrors }) => !mirrors).entries();
  const work = async (): Promise<void> => {
    for (const [index, scenario] of queue) {
      const world = `verify-${index}`;
      const keys = { ...emulator.keysOf(world), unknown: 'unknown' };
      // Each request has another time.
      const fetchLater: typeof fetch = (input, init) => {
        emulator.world(world).clock.advance(1);
        return emulator.fetch(input, init);
      };
      if (scenario.processes === true) emulator.world(world).clock.run('running');
      const reference = { url: emulator.url, fetch: fetchLater, keys, pollMs: 0 };
      for await (const pair of runScenario(scenario, reference, options)) {
        requests++;
        const { expected, found: reply } = pair;
        const violations = (of: Reply, path: string) =>
          violationsOf({ ...pair, path, reply: of }, schemas[pair.operation?.id ?? '']);
        const isComparable = pair.differences.length === 0 && expected.status === reply.status;
        const further = isComparable && violations(expected, pair.path).length === 0 ? violations(reply, pair.foundPath) : [];
        add(scenario, { ...pair, differences: [...pair.differences, ...further] });
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const divergences = [...found.values()].toSorted((a, b) => (a.operation < b.operation ? -1 : 1));
  return { divergences, checked, requests };
}

type Schemas = ServiceSchemas['operations'];

async function loadSchemas(): Promise<Schemas> {
  const loaded = new LoadedSchemas(services);
  await loaded.loadAll();
  return Object.assign({}, ...services.map((service) => loaded.of(service).operations)) as Schemas;
}

/**
 * Sends each step of a scenario to both services. Ends early when a response lacks what a later request needs.
 *
 * @param scenario - The scenario.
 * @param reference - The emulator.
 * @param options - See {@link VerifyOptions}.
 */
export async function* runScenario(
  { steps }: RuleScenario,
  reference: Target,
  { target, codec, signal }: Pick<VerifyOptions, 'target' | 'codec' | 'signal'>,
): AsyncGenerator<ComparedPair> {
  const alignment = new Alignment();
  const run = randomBytes(6).toString('hex');
  const [ours, theirs]: [unknown[], unknown[]] = [[], []];
  for (const step of steps) {
    const operation = operationOf(step);
    const ask = async (service: Target, bodies: unknown[], names: Codec, expected?: Reply) => {
      const key = service.keys[step.key ?? 'api'];
      const request = requestOf(step, operation, { bodies, run, key, codec: names });
      const context = { operation, settles: step.settles, expected, codec: names };
      const reply = await send(service, request, context, signal);
      bodies.push(reply.json);
      return { request, reply };
    };
    try {
      const { request, reply: expected } = await ask(reference, ours, undefined);
      const { request: other, reply: found } = await ask(target, theirs, codec, expected);
      const sent = { path: request.path, sent: request.json, foundPath: other.path, foundSent: other.json };
      const pair = { operation, ...sent, expected, found };
      yield { ...pair, differences: alignment.differences(pair) };
    } catch (error) {
      if (!(error instanceof UnboundError)) throw error;
      break;
    }
  }
  const sent = steps.map((step) => [step, operationOf(step)] as const);
  for (const step of removalsOf(sent, theirs)) {
    const context = { bodies: theirs, run, key: target.keys[step.key ?? 'api'], codec };
    const { path, method, headers } = requestOf(step, operationOf(step), context);
    const response = await target.fetch(target.url + path, { method, headers, signal });
    await response.body?.cancel();
  }
}

/** Operations that the rules of a family are about. Families that are left out are about any. */
const FAMILIES: Readonly<Record<string, RegExp>> = {
  ADM: /^(?:organization|users|invites|workspaces)/,
  AGT: /^agents/,
  BAT: /^messages\.batches/,
  CMP: /^compliance/,
  EVT: /^sessions/,
  INF: /^(?:messages|models|completions)/,
  MEM: /^memoryStores/,
  RES: /^sessions\.resources/,
  SES: /^sessions/,
  SKL: /^skills/,
  UPR: /^userProfiles/,
  VLT: /^vaults/,
  WRK: /^environments\.work/,
};

/** A refusal verifies the rule that it names. Any other response verifies those of the scenario that are about its operation. */
function rulesOf({ rules }: RuleScenario, { expected, operation }: ComparedPair): readonly string[] {
  if (expected.rule !== null) return [expected.rule];
  const id = operation?.id ?? '';
  const own = rules.filter((rule) => FAMILIES[rule.slice(0, 3)]?.test(id) ?? true);
  return own.length > 0 ? own : rules;
}

function divergenceOf(scenario: RuleScenario, pair: ComparedPair): Divergence {
  const { operation, path: target, sent, expected, found, differences } = pair;
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
    new Set(places).size === 0 ? [] : [...new Set(places)],
    isRequest && request,
  ]);
  const known = divergences.get(key);
  const rules = [...new Set([...(known?.rules ?? []), ...divergence.rules])].toSorted();
  divergences.set(key, { ...(known ?? divergence), rules });
}
