/** Writes the scenarios of `parlance-fakes verify` from recorded rule cases. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Operation } from '@parlance/schemas';
import { createFake } from '../../fake/create-fake.js';
import { Cleanup } from '../cleanup.js';
import { operationOf, type RuleScenario, type ScenarioStep, type StepKey } from '../scenario.js';
import { runScenario } from '../verify.js';
import type { RecordedCase, RecordedStep } from './record-cases.setup.js';
import written from './written-scenarios.json' with { type: 'json' };

/** Size of the largest scenario, in characters of JSON. */
const MAX_CHARACTERS = 6000;
const MAX_STEPS = 30;
/** Headers that clients add, and that no rule is about. */
const IGNORED =
  /^(?:user-agent|accept|content-length|x-client-.*|accept-encoding|host|connection|x-stainless-.*|origin|accept-language|sec-fetch-.*)$/;
const KEYS: Readonly<Record<string, StepKey>> = {
  'api-default': 'api',
  'admin-default': 'admin',
  'compliance-default': 'compliance',
};

/**
 * Reads recorded cases, and returns those that can be repeated against any deployment: the emulator must reply to them in the
 * same way without the staging of the test, with a running clock and other random values.
 *
 * @param folder - Folder of the recorded cases.
 */
export async function scenariosOf(folder: string): Promise<readonly RuleScenario[]> {
  const recorded = globSync('*.json', { cwd: folder })
    .toSorted()
    .flatMap((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as RecordedCase[]);
  const cases = recorded.map(scenarioOf).filter((one) => one !== undefined);
  const drafts = merged(cases);
  const kept: RuleScenario[] = [];
  for (const draft of drafts) {
    const count = await countRepeatable(draft);
    const { rules, steps } = draft;
    if (count === steps.length) kept.push({ rules, steps });
    // What its rules are about may be in the rest.
    else if (count > 0) kept.push({ rules: [], steps: steps.slice(0, count) });
  }
  return [...distinct(kept), ...written] as readonly RuleScenario[];
}

/** Leaves out scenarios that another one begins with, unless they verify further rules. */
function distinct(scenarios: readonly RuleScenario[]): readonly RuleScenario[] {
  const texts = scenarios.map(({ steps }) => JSON.stringify(steps).slice(0, -1));
  return scenarios.filter(({ rules }, index) => {
    const text = texts[index] as string;
    const isCovered = texts.some((other, at) => {
      const isLonger = other.startsWith(`${text},`) || (other === text && at < index);
      return isLonger && rules.every((rule) => scenarios[at]?.rules.includes(rule));
    });
    return !isCovered;
  });
}

/** A step with the response that the test got. */
type Draft = RuleScenario & { readonly statuses: readonly number[] };

function scenarioOf({ rules, steps }: RecordedCase): Draft | undefined {
  const written: ScenarioStep[] = [];
  const statuses: number[] = [];
  const known = new Map<string, string>();
  const unique = new Map<string, string>();
  let isWhole = true;
  for (const step of steps.slice(0, MAX_STEPS)) {
    for (const name of uniqueTextsOf(step)) unique.set(name, withRun(name));
    const one = stepOf(step, known, unique);
    isWhole = one !== undefined;
    if (one === undefined) break;
    const last = written.at(-1);
    if (
      last !== undefined &&
      one.line.startsWith('GET ') &&
      JSON.stringify({ ...last, settles: undefined }) === JSON.stringify(one)
    ) {
      written[written.length - 1] = { ...one, settles: true };
      statuses[statuses.length - 1] = step.status;
    } else {
      written.push(one);
      statuses.push(step.status);
    }
    const index = written.length - 1;
    for (const [at, value] of stringsOf(step.json))
      if (isId(value) && !known.has(value)) known.set(value, `{{${index}.${at}}}`);
  }
  const isTooLong = JSON.stringify(written).length > MAX_CHARACTERS;
  if (written.length === 0 || isTooLong || writesToForeignObjects(written)) return undefined;
  // What the rules are about may be in the rest.
  const verified = isWhole && steps.length <= MAX_STEPS ? [...new Set(rules)].toSorted() : [];
  return { rules: verified, steps: written, statuses };
}

/** Returns a step; undefined if it cannot be repeated. */
function stepOf(
  recorded: RecordedStep,
  known: ReadonlyMap<string, string>,
  unique: ReadonlyMap<string, string>,
): ScenarioStep | undefined {
  const { method, target, headers } = recorded;
  // No server listens there. Those of the tests have other ports in each recording.
  const body = recorded.body?.replaceAll(/(?<=127\.0\.0\.1:)\d+/g, '9') ?? recorded.body;
  if (
    body === undefined ||
    (body?.length ?? 0) > 20_000 ||
    !/^(?:GET|POST|DELETE)$/.test(method) ||
    recorded.status >= 500
  )
    return undefined;
  const line = `${method} ${target}`;
  const operation = operationOf({ line });
  // A stream of a session has no end; forms have a boundary.
  if (operation?.stream === 'session' || operation?.upload === 'multipart') return undefined;
  // It depends on the moment how much of a batch is processed.
  if (operation?.id === 'messages.batches.cancel' && recorded.status < 400) return undefined;
  const hasBatch = [...known.keys()].some((id) => id.startsWith('msgbatch_'));
  if (/^messages\.batches\.(?:results|list|delete)$/.test(operation?.id ?? '') && hasBatch) return undefined;
  if (body?.includes('/wait ') === true) return undefined;
  const bearer = headers['authorization']?.replace(/^bearer +/i, '');
  const sent = headers['x-api-key'] ?? bearer;
  const key =
    sent === undefined
      ? 'none'
      : (KEYS[sent] ?? (/^(?:api|admin|compliance)-/.test(sent) ? undefined : 'unknown'));
  if (key === undefined) return undefined;
  const others = furtherHeaders(recorded, operation);
  const bound = (text: string): string => {
    let result = unique.get(text) ?? text;
    for (const [value, placeholder] of known) result = result.replaceAll(value, placeholder);
    return result;
  };
  const json = parsed(body);
  return {
    line: bound(withUniqueQuery(line, unique)),
    ...(key !== 'api' && { key }),
    ...(Object.keys(others).length > 0 && { headers: others }),
    ...(body !== null && (json === undefined ? { text: body } : { body: shortened(json, bound) })),
  };
}

/** Returns the headers besides the usual ones; null for a usual one that is missing. */
function furtherHeaders(
  { headers, body }: RecordedStep,
  operation: Operation | undefined,
): Readonly<Record<string, string | null>> {
  const usual: Record<string, string> = {
    'vendor-version': '2023-06-01',
    ...(operation?.beta !== undefined && { 'vendor-beta': operation.beta }),
    ...(body !== null && { 'content-type': 'application/json' }),
  };
  const others = Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) =>
        usual[name] !== value && !IGNORED.test(name) && !['x-api-key', 'authorization'].includes(name),
    ),
  ) as Record<string, string | null>;
  // A beta more than the operation needs makes no difference.
  if (others['vendor-beta']?.split(/, */).includes(operation?.beta ?? '') === true)
    delete others['vendor-beta'];
  if (others['vendor-beta'] === '' && operation?.beta === undefined) delete others['vendor-beta'];
  for (const name of Object.keys(usual)) if (headers[name] === undefined) others[name] = null;
  return others;
}

/** Fields whose values must differ between the objects of an organization. */
const UNIQUE: Readonly<Record<string, string>> = {
  'environments.create': 'name',
  'environments.update': 'name',
  'invites.create': 'email',
  'groups.create': 'name',
};

function uniqueTextsOf(step: RecordedStep): readonly string[] {
  const field = UNIQUE[operationOf({ line: `${step.method} ${step.target}` })?.id ?? ''];
  const value =
    field === undefined
      ? undefined
      : (parsed(step.body ?? null) as Record<string, unknown> | undefined)?.[field];
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** Makes a text different in each run, with the same length if it is long. */
function withRun(text: string): string {
  if (/^[^@]+@[^@]+$/.test(text)) return text.replace('@', '{{run}}@');
  const characters = [...text];
  return characters.length > 30 ? `${characters.slice(0, -12).join('')}{{run}}` : `${text}{{run}}`;
}

function withUniqueQuery(line: string, unique: ReadonlyMap<string, string>): string {
  let result = line;
  for (const [text, placed] of unique)
    for (const form of new Set([text, encodeURIComponent(text)]))
      result = result.replaceAll(`=${form}`, `=${placed}`);
  return result;
}

/** Replaces ids and repetitions in texts by placeholders. */
function shortened(value: unknown, bound: (text: string) => string): unknown {
  if (typeof value === 'string')
    return bound(value).replaceAll(
      /([^{}*\d])\1{29,}/gu,
      (all, character: string) => `{{${character}*${all.length / character.length}}}`,
    );
  if (Array.isArray(value)) return value.map((item) => shortened(item, bound));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      String(shortened(key, bound)).replace(/^vendor/, '{{vendor}}'),
      shortened(item, bound),
    ]),
  );
}

/** A write may only concern objects that the scenario has created itself. */
function writesToForeignObjects(steps: readonly ScenarioStep[]): boolean {
  return steps.some((step) => {
    if (step.line.startsWith('GET ')) return false;
    const sources = [...JSON.stringify(step).matchAll(/\{\{(\d+)\./g)].map(
      ([, index]) => steps[Number(index)],
    );
    return sources.some((source) => source?.line.startsWith('GET ') === true);
  });
}

/** Joins the rules of scenarios with the same steps. */
function merged(drafts: readonly Draft[]): readonly Draft[] {
  const byText = Map.groupBy(drafts, ({ steps }) => JSON.stringify(steps));
  return [...byText.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) => ({
      ...(same[0] as Draft),
      rules: [...new Set(same.flatMap(({ rules }) => rules))].toSorted(),
    }));
}

/** Returns how many steps an emulator with other ids, to which time passes between the requests, replies to as the test expects. */
async function countRepeatable(draft: Draft): Promise<number> {
  await using other = createFake({ randomSeed: 7, clock: { mode: 'running' } });
  const later: typeof fetch = (input, init) => {
    other.world().clock.advance(7_200_000);
    return other.fetch(input, init);
  };
  const target = {
    url: other.url,
    fetch: later,
    keys: { ...other.keys, unknown: 'unknown' },
    pollMs: 50,
  };
  const counted = { steps: 0 };
  await using emulator = createFake();
  const reference = {
    url: emulator.url,
    fetch: emulator.fetch,
    keys: { ...emulator.keys, unknown: 'unknown' },
    pollMs: 0,
  };
  const signal = AbortSignal.timeout(20_000);
  try {
    for await (const { differences, expected } of runScenario(draft, reference, {
      target,
      codec: undefined,
      signal,
      cleanup: new Cleanup(target, undefined),
      schemas: {},
    })) {
      const isExpected =
        draft.steps[counted.steps]?.settles === true ||
        expected.reply.status === draft.statuses[counted.steps];
      if (differences.length > 0 || !isExpected) break;
      counted.steps++;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return counted.steps;
}

function* stringsOf(value: unknown, at: readonly string[] = []): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [at.join('.'), value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* stringsOf(item, [...at, key]);
}

/** Whether a text was made by the service: an id, a cursor or a digest. */
function isId(text: string): boolean {
  return /^(?:[a-z]+_)+(?=\w*\d|\w{16})\w{8,}$|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|^[\da-f]{64}$|^(?=.*\d)[\w-]{20,}={0,2}$/.test(
    text,
  );
}

function parsed(body: string | null): unknown {
  try {
    const json: unknown = JSON.parse(body ?? '');
    return JSON.stringify(json).length > 0 ? json : undefined;
  } catch {
    return undefined;
  }
}
