/** Writes the scenarios of `parlance-fakes verify` from recorded rule cases. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createFake } from '../../fake/create-fake.js';
import type { RuleScenario, ScenarioStep, StepKey } from '../scenario.js';
import { operationOf, verify } from '../verify.js';
import type { RecordedCase, RecordedStep } from './record-cases.setup.js';

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
  const written = recorded.map(scenarioOf);
  const drafts = merged(written.filter((one) => one !== undefined));
  const kept: RuleScenario[] = [];
  for (const scenario of drafts) if (await isRepeatable(scenario)) kept.push(withoutStatuses(scenario));
  return kept;
}

/** A step with the response that the test got. */
type Draft = RuleScenario & { readonly statuses: readonly number[] };

function scenarioOf({ rules, steps }: RecordedCase): Draft | undefined {
  const written: ScenarioStep[] = [];
  const statuses: number[] = [];
  const known = new Map<string, string>();
  for (const step of steps.slice(0, MAX_STEPS)) {
    const one = stepOf(step, known);
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
  return { rules: [...new Set(rules)].toSorted(), steps: written, statuses };
}

/** Returns a step; undefined if it cannot be repeated. */
function stepOf(recorded: RecordedStep, known: ReadonlyMap<string, string>): ScenarioStep | undefined {
  const { method, target, headers, body } = recorded;
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
  const bearer = headers['authorization']?.replace(/^bearer +/i, '');
  const sent = headers['x-api-key'] ?? bearer;
  const key =
    sent === undefined
      ? 'none'
      : (KEYS[sent] ?? (/^(?:api|admin|compliance)-/.test(sent) ? undefined : 'unknown'));
  if (key === undefined) return undefined;
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
  const bound = (text: string): string => {
    let result = text;
    for (const [value, placeholder] of known) result = result.replaceAll(value, placeholder);
    return result;
  };
  const json = parsed(body);
  return {
    line: bound(line),
    ...(key !== 'api' && { key }),
    ...(Object.keys(others).length > 0 && { headers: others }),
    ...(body !== null && (json === undefined ? { text: body } : { body: shortened(json, bound) })),
  };
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
    Object.entries(value).map(([key, item]) => [String(shortened(key, bound)), shortened(item, bound)]),
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

/** Joins the rules of scenarios with the same steps, and leaves out those that another one begins with. */
function merged(drafts: readonly Draft[]): readonly Draft[] {
  const byText = Map.groupBy(drafts, ({ steps }) => JSON.stringify(steps));
  const joined = [...byText].map(([text, same]) => ({
    text: text.slice(0, -1),
    draft: { ...(same[0] as Draft), rules: [...new Set(same.flatMap(({ rules }) => rules))].toSorted() },
  }));
  return joined
    .filter(
      ({ text, draft }) =>
        !joined.some(
          (other) =>
            other.text !== text &&
            other.text.startsWith(`${text},`) &&
            draft.rules.every((rule) => other.draft.rules.includes(rule)),
        ),
    )
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ draft }) => draft);
}

/** Whether an emulator with other ids and a running clock replies as the test expects. */
async function isRepeatable(draft: Draft): Promise<boolean> {
  await using other = createFake({ randomSeed: 7, clock: { mode: 'running' } });
  const statuses: number[] = [];
  const counted: typeof fetch = async (input, init) => {
    const response = await other.fetch(input, init);
    statuses.push(response.status);
    return response;
  };
  const target = { url: other.url, fetch: counted, keys: { ...other.keys, unknown: 'unknown' }, pollMs: 50 };
  const { divergences, requests } = await verify({
    scenarios: [draft],
    target,
    codec: undefined,
    concurrency: 1,
    signal: AbortSignal.timeout(20_000),
  });
  const settles = draft.steps.some((step) => step.settles);
  if (divergences.length > 0 && process.env['DEBUG_SCENARIOS'])
    console.log(JSON.stringify({ draft, divergences }));
  return (
    divergences.length === 0 &&
    requests === draft.steps.length &&
    (settles || statuses.join() === draft.statuses.join())
  );
}

function withoutStatuses({ rules, steps }: Draft): RuleScenario {
  return { rules, steps };
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
