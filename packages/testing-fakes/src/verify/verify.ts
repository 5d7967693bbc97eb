/** Runs the scenarios of the contract against a deployment and the emulator, and collects the differences. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Divergence } from '../exchanges/divergence.js';
import { InProcessFake } from '../fake/in-process-fake.js';
import { services } from '../fake/services.js';
import { LoadedSchemas } from '../emulator/loaded-schemas.js';
import type { ServiceSchemas } from '../emulator/service.js';
import { Alignment, statusDifferences, type ComparedPair, type Reply } from './alignment.js';
import { Cleanup, type LeftBehind } from './cleanup.js';
import { addDivergence, divergenceOf, rulesOf } from './divergences.js';
import { relationDifferences, violationsOf } from './invariants.js';
import { operationOf, requestOf, UnboundError, type Codec, type RuleScenario } from './scenario.js';
import { ConnectionError, send, type Target } from './target.js';

/** Options for {@link verify}. */
export interface VerifyOptions {
  readonly scenarios: readonly RuleScenario[];
  readonly target: Target;
  /** Names of the deployment; undefined if they are those of the documents. */
  readonly codec: Codec;
  /** Maximum number of scenarios that run at the same time. */
  readonly concurrency: number;
  /** Called after each scenario with the number of those that are done. */
  readonly onProgress?: ((done: number) => void) | undefined;
  readonly signal: AbortSignal;
}

/** What a run found. */
export interface Verification {
  readonly divergences: readonly Divergence[];
  /** Ids of the rules that at least one response was compared for. */
  readonly checked: ReadonlySet<string>;
  /** Number of responses that were compared. */
  readonly compared: number;
  /** Scenarios that lost their connection twice. */
  readonly interrupted: readonly Interruption[];
  readonly leftBehind: readonly LeftBehind[];
  /** Why the run ended before its last scenario. */
  readonly ended?: string | undefined;
}

/** A scenario that could not be compared. */
export interface Interruption {
  /** Ids of its rules. */
  readonly rules: readonly string[];
  /** The request that got no response. */
  readonly request: string;
  readonly reason: string;
}

/** Scenarios in a row that lose their connection twice before the service counts as gone. */
const MAX_INTERRUPTED = 5;
/** Time before a scenario is repeated that has lost its connection, in polls. */
const PAUSE = 10;

/**
 * Runs scenarios. A scenario that loses its connection is repeated, and is not compared if that happens again. The run ends early when the
 * deployment is gone, or the signal is aborted.
 *
 * @param options - See {@link VerifyOptions}.
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { scenarios, concurrency, target, codec, signal } = options;
  await using emulator = new InProcessFake(services, { maxIdleWorlds: 2 * scenarios.length });
  const loaded = new LoadedSchemas(services);
  await loaded.loadAll();
  const cleanup = new Cleanup(target, codec);
  const context = { ...options, cleanup, schemas: loaded.operations() };
  const found = new Map<string, Divergence>();
  const checked = new Set<string>();
  const interrupted: Interruption[] = [];
  let [done, compared, inRow] = [0, 0, 0];
  let ended: string | undefined;
  const run = async (scenario: RuleScenario, world: string): Promise<void> => {
    const referenceFor = (attempt: number): Target => referenceOf(emulator, `${world}-${attempt}`, scenario);
    const { pairs, interruption } = await readPairs(scenario, referenceFor, context);
    options.onProgress?.(++done);
    inRow = interruption === undefined ? 0 : inRow + 1;
    if (inRow === MAX_INTERRUPTED) ended = interruption?.reason;
    if (interruption !== undefined) interrupted.push(interruption);
    compared += pairs.length;
    for (const pair of pairs) {
      if (pair.isChecked) for (const rule of rulesOf(scenario, pair)) checked.add(rule);
      if (pair.differences.length > 0) addDivergence(found, divergenceOf(scenario, pair));
    }
  };
  const failures: unknown[] = [];
  const work = async (queue: Iterable<[number, RuleScenario]>): Promise<void> => {
    for (const [index, scenario] of queue)
      if (failures.length === 0 && ended === undefined)
        await run(scenario, `verify-${index}`).catch((error: unknown) => failures.push(error));
  };
  // What exists must not change between their requests.
  await work(scenarios.filter(({ mirrors }) => mirrors).entries());
  const queue = scenarios.filter(({ mirrors }) => !mirrors).entries();
  await Promise.all(Array.from({ length: concurrency }, () => work(queue)));
  const leftBehind = await cleanup.finish(untilEnd(signal));
  if (failures.length > 0 && !signal.aborted) throw failures[0];
  const divergences = [...found.values()].toSorted((a, b) => (a.operation < b.operation ? -1 : 1));
  if (signal.aborted) ended = 'stopped';
  return { divergences, checked, compared, interrupted, leftBehind, ended };
}

/** Returns a signal for removals, which are sent after Ctrl-C too, for ten seconds at most. */
function untilEnd(signal: AbortSignal): AbortSignal {
  return signal.aborted ? AbortSignal.timeout(10_000) : signal;
}

/** What {@link runScenario} needs to know. */
export type RunContext = Pick<VerifyOptions, 'target' | 'codec' | 'signal'> & {
  /** Removes what the scenario has created. */
  readonly cleanup: Cleanup;
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

interface ReadPairs {
  readonly pairs: readonly (ComparedPair & { readonly isChecked: boolean })[];
  readonly interruption?: Interruption;
}

/**
 * Returns the pairs of a scenario. Repeats one with a difference: something may have been slower than in the emulator, or somebody may have
 * changed an object that it mirrors. Also repeats one that has lost its connection, and returns no pairs if that happens again. One that mirrors
 * and ends early, because the deployment lacks an object, checks nothing.
 */
async function readPairs(
  scenario: RuleScenario,
  referenceFor: (attempt: number) => Target,
  context: RunContext,
): Promise<ReadPairs> {
  const { target, cleanup, signal } = context;
  const { rules, steps } = scenario;
  const read = async (attempt: number): Promise<ReadPairs> => {
    const pairs: ComparedPair[] = [];
    try {
      for await (const pair of runScenario(scenario, referenceFor(attempt), context)) pairs.push(pair);
    } catch (error) {
      const step = steps[pairs.length];
      if (!(error instanceof ConnectionError) || step === undefined) throw error;
      cleanup.addLost(step);
      return { pairs: [], interruption: { rules, request: step.line, reason: error.message } };
    }
    const isChecked = scenario.mirrors !== true || pairs.length === steps.length;
    return { pairs: pairs.map((pair) => ({ ...pair, isChecked })) };
  };
  const first = await read(1);
  if (first.interruption !== undefined) await sleep(PAUSE * target.pollMs, undefined, { signal });
  else if (first.pairs.every(({ differences }) => differences.length === 0)) return first;
  return read(2);
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
  { target, codec, signal, cleanup, schemas }: RunContext,
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
    await cleanup.remove(scenario.steps, theirs, untilEnd(signal));
  }
}
