/**
 * Reads the objects that a deployment has. No emulator knows them, so the responses are compared with each other: pages with a longer page,
 * objects with the items of a list.
 */
import { randomBytes } from 'node:crypto';
import type { Operation } from '@parlance/schemas';
import type { OperationSchemas } from '@parlance/schemas/validation/kit';
import { differencesOf, type Difference } from '../exchanges/compare.js';
import type { ComparedPair } from './alignment.js';
import { violation, violationsOf } from './invariants.js';
import { valueAt } from './json.js';
import { requestOf, UnboundError, type Codec, type RuleScenario, type ScenarioStep } from './scenario.js';
import { send, type Target } from './target.js';

/** What reading needs to know. */
export interface MirrorContext {
  readonly target: Target;
  readonly codec: Codec;
  readonly signal: AbortSignal;
  readonly operationOf: (step: ScenarioStep) => Operation | undefined;
  readonly schemas: Readonly<Record<string, OperationSchemas | undefined>>;
}

/**
 * Sends the requests of a scenario. Reads everything again if something is wrong, because somebody may have changed an object meanwhile.
 *
 * @param scenario - A scenario that mirrors.
 * @param context - See {@link MirrorContext}.
 * @returns The responses. If the deployment lacks the objects of a request, only those that something is wrong with.
 */
export async function readMirror(
  scenario: RuleScenario,
  context: MirrorContext,
): Promise<readonly ComparedPair[]> {
  const pairs = await readOnce(scenario, context);
  return pairs.some(({ differences }) => differences.length > 0) ? readOnce(scenario, context) : pairs;
}

async function readOnce({ steps }: RuleScenario, context: MirrorContext): Promise<readonly ComparedPair[]> {
  const { target, codec, signal, schemas, operationOf } = context;
  const bodies: unknown[] = [];
  const pairs: ComparedPair[] = [];
  const run = randomBytes(6).toString('hex');
  for (const step of steps) {
    const operation = operationOf(step);
    try {
      const request = requestOf(step, operation, { bodies, run, key: target.keys[step.key ?? 'api'], codec });
      const found = await send(target, request, { operation, codec }, signal);
      bodies.push(found.json);
      const { path } = request;
      const exchange = { operation, path, sent: undefined, foundPath: path, foundSent: undefined, reply: found };
      const status = differencesOf(200, found.status, 'contract.status');
      const differences = [
        ...status,
        ...violationsOf(exchange, schemas[operation?.id ?? '']),
        ...(status.length === 0 ? relationViolations(step, found.json, bodies) : []),
      ];
      pairs.push({ ...exchange, expected: { ...found, status: 200 }, found, differences });
    } catch (error) {
      if (!(error instanceof UnboundError)) throw error;
      return pairs.filter(({ differences }) => differences.length > 0);
    }
  }
  return pairs;
}

function relationViolations({ same = {} }: ScenarioStep, json: unknown, bodies: readonly unknown[]): readonly Difference[] {
  return Object.entries(same).flatMap(([path, other]) => {
    const [left, right] = [read(bodies, other), read(json, path)];
    return differencesOf(left, right, '').length === 0 ? [] : [violation(path, JSON.stringify(left) ?? 'absent', right)];
  });
}

/** Returns the value at a path without durations, which go on; or whether there is one. */
function read(value: unknown, path: string): unknown {
  const found = valueAt(value, path.replace('?', '')) ?? null;
  if (path.endsWith('?')) return found !== null;
  return JSON.parse(JSON.stringify(found, (key, member: unknown) => (/seconds$/.test(key) ? undefined : member)));
}
