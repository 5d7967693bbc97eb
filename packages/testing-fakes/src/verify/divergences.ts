/** Divergences of a run. They name kinds and shapes, not the data of the deployment, because people commit them. */
import { operationNameOf, requestFormOf } from '../exchanges/divergence-plan.js';
import type { Divergence, ResponseChange } from '../exchanges/divergence.js';
import { Masker } from '../exchanges/mask.js';
import type { RecordedEvent } from '../exchanges/exchange.js';
import { maskEvents } from '../exchanges/mask-events.js';
import { isContainer, isObject, parsedJson } from '../input/json.js';
import type { ComparedPair } from './alignment.js';
import facts from './facts.json' with { type: 'json' };
import type { RuleScenario } from './scenario.js';

/** Beginnings of the ids of the operations that the rules of a family are about. Families that are left out are about any. */
const FAMILIES: Readonly<Record<string, readonly string[] | undefined>> = facts.families;

/** A refusal verifies the rule that it names. Any other response verifies those of the scenario that are about its operation. */
export function rulesOf({ rules }: RuleScenario, { expected, operation }: ComparedPair): readonly string[] {
  if (expected.reply.rule !== null) return [expected.reply.rule];
  const id = operation?.id ?? '';
  const own = rules.filter(
    (rule) => FAMILIES[rule.slice(0, 3)]?.some((start) => id.startsWith(start)) ?? true,
  );
  return own.length > 0 ? own : rules;
}

/** Returns the divergence of a response, without data of the deployment. */
export function divergenceOf(scenario: RuleScenario, pair: ComparedPair): Divergence {
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
    differences: differences.map((change) => withoutData(change, masker, scenario.mirrors === true)),
    response: {
      status: found.status,
      ...(found.events === undefined
        ? { json: withoutIds(masker.mask(found.json), '') }
        : { events: withoutIds(maskEvents(found.events, masker, 'masked'), '') as readonly RecordedEvent[] }),
    },
  };
}

/**
 * Replaces the values of a difference that a rule does not need: an id by its prefix, and a text by its length. Words of the contract, numbers
 * and times remain. A scenario that mirrors expects data of the deployment too.
 */
function withoutData(change: ResponseChange, masker: Masker, isMirror: boolean): ResponseChange {
  const [root = '', ...keys] = change.path.split('.');
  if (!/^(?:body|events|contract)$/.test(root)) return change;
  // Names of events are words of the contract.
  if (keys.at(-1) === 'event') return change;
  const place = keys[0] === 'data' ? keys.slice(2) : keys;
  // A statement is not JSON.
  const masked = (text = ''): string | undefined => {
    const value = parsedJson(text);
    return value === undefined ? text || undefined : JSON.stringify(maskedAt(place, value, masker));
  };
  const { path, expected, found } = change;
  return { path, expected: isMirror ? masked(expected) : expected, found: masked(found) };
}

/** Masks a value as if it were at a place in a body. */
function maskedAt(place: readonly string[], value: unknown, masker: Masker): unknown {
  if (isObject(value) && typeof value['event'] === 'string')
    return withoutIds(maskEvents([value], masker, 'masked')[0], '');
  const body = place.reduceRight((inner, key) => ({ [key]: inner }), value);
  let masked = masker.mask(body);
  // The masker replaces the keys of free-form JSON, and whole secrets.
  for (const _ of place) masked = isContainer(masked) ? Object.values(masked)[0] : masked;
  return withoutIds(masked, place.at(-1) ?? '');
}

const ID_KEY = /(?:^|_)(?:ids?|uuid|page|url)$/;

/** Replaces ids and cursors by their prefix and length. */
function withoutIds(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutIds(item, key));
  if (isContainer(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutIds(item, name)]));
  if (typeof value !== 'string' || !ID_KEY.test(key) || value.startsWith('[')) return value;
  const prefix = /^(?:[a-z]+_)*/.exec(value)?.[0] ?? '';
  return `${prefix}[${value.length - prefix.length} characters]`;
}

/** Adds a divergence, or adds its rules to a known one with the same differences for the same operation. */
export function addDivergence(divergences: Map<string, Divergence>, divergence: Divergence): void {
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
