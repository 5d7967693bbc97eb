/**
 * Statements that hold whatever objects a deployment has. A response has the shape of the contract, a list has an order and only objects that
 * its filters match, and a reply of the model follows from its request. Pages are parts of a longer page, objects are items of a list.
 */
import type { Operation } from '@parlance/schemas';
import * as z from 'zod';
import { check, type OperationSchemas } from '@parlance/schemas/validation/kit';
import { differencesOf } from '../exchanges/compare.js';
import type { ResponseChange } from '../exchanges/divergence.js';
import type { Exchange, Reply } from './alignment.js';
import facts from './facts.json' with { type: 'json' };
import { isObject, itemsOf, valueAt, type JsonObject } from '../input/json.js';
import type { ScenarioStep } from './scenario.js';
import { isTime } from './times.js';

/**
 * Returns what a response violates. The paths of the differences begin with `contract`.
 *
 * @param operation - The operation; undefined for a path that the contract does not know.
 * @param exchange - The response with its request.
 * @param schemas - Schemas of the operation.
 */
export function violationsOf(
  operation: Operation | undefined,
  { path, sent, reply }: Exchange,
  schemas: OperationSchemas | undefined,
): readonly ResponseChange[] {
  if (operation === undefined || reply.status >= 400) return [];
  const query = new URLSearchParams(path.split('?')[1]);
  const items = itemsOf(reply.json, operation);
  return [
    ...shapeViolations(operation, reply, schemas),
    ...(items === undefined
      ? []
      : pageViolations({ operation, query, items, page: reply.json as JsonObject })),
    ...(items === undefined ? [] : filterViolations({ operation, query, items, schemas })),
    ...(isObject(reply.json) && isObject(sent) ? modelViolations(reply.json, sent) : []),
  ];
}

function shapeViolations(
  { download }: Operation,
  { json, events }: Reply,
  schemas: OperationSchemas | undefined,
): readonly ResponseChange[] {
  if (download === 'bytes') return [];
  const parts =
    download === 'lines' && Array.isArray(json)
      ? json.map((line: unknown) => [schemas?.response, line] as const)
      : events === undefined
        ? [[schemas?.response, json] as const]
        : events.map((event) => [schemas?.event, event.json] as const);
  return parts.flatMap(([schema, value], index) =>
    (schema === undefined ? [] : check(schema, value)).flatMap(({ path, message, rule, kind }) =>
      violations(false, parts.length === 1 ? path : `${index}.${path}`, `${rule}: ${message}`, kind),
    ),
  );
}

interface Page {
  readonly operation: Operation;
  readonly query: URLSearchParams;
  readonly items: readonly unknown[];
}

/** Lists whose order the documents fix: the member that they are sorted by, and the default order, empty if it is not documented. */
const ORDERS: Readonly<Record<string, { readonly by: string; readonly order: string } | undefined>> =
  facts.orders;

function pageViolations({
  operation,
  query,
  items,
  page,
}: Page & { readonly page: JsonObject }): readonly ResponseChange[] {
  const ids = items.map((item) => valueAt(item, 'id')).filter((id) => id !== undefined);
  const limit = Number(query.get('limit') ?? Number.NaN);
  const { by: key = '', order: usual = '' } = ORDERS[operation.id] ?? {};
  const order = key === '' ? '' : (query.get('order') ?? usual);
  const times = order === '' ? [] : items.map((item) => Date.parse(String(valueAt(item, key))));
  const sign = order === 'desc' ? -1 : 1;
  const unsorted = times.findIndex((time, index) => sign * (time - (times[index - 1] ?? time)) < 0);
  const ends =
    operation.paging === 'id' && ids.length === items.length ? { first_id: ids[0], last_id: ids.at(-1) } : {};
  const { has_more: hasMore, next_page: nextPage } = page;
  const isAtOdds =
    operation.paging === 'cursor' && typeof hasMore === 'boolean' && hasMore !== (nextPage != null);
  return [
    ...violations(new Set(ids).size === ids.length, 'data', 'has each object once', ids),
    ...violations(!(items.length > limit), 'data', `has at most ${limit} items`, items.length),
    ...violations(unsorted === -1, `data.${unsorted}.${key}`, 'is in order', times[unsorted]),
    ...Object.entries(ends).flatMap(([name, id = null]) => {
      const isEnd = (page[name] ?? null) === id || String(page[name]).startsWith('page_');
      return violations(isEnd, name, `is the id of the ${name.replace('_id', '')} object`, page[name]);
    }),
    ...violations(!isAtOdds, 'next_page', hasMore === true ? 'is a cursor' : 'null', nextPage),
  ];
}

/** JsonObject that filters with another name match. */
const FILTERED: Readonly<Record<string, readonly string[] | undefined>> = facts.filters;
const BOUNDS: Readonly<Record<string, (time: number, bound: number) => boolean>> = {
  gt: (time, bound) => time > bound,
  gte: (time, bound) => time >= bound,
  lt: (time, bound) => time < bound,
  lte: (time, bound) => time <= bound,
};
/** Parameters that are not filters. */
const NO_FILTER =
  /^(?:limit|page|order|order_by|after_id|before_id|view|depth|group_by|bucket_width|include_.*|starting_at|ending_at)$/;

/** Returns the items that a filter does not match. */
function filterViolations({
  query,
  items,
  schemas,
}: Page & { readonly schemas: OperationSchemas | undefined }): readonly ResponseChange[] {
  const fits = new Map<string, (item: unknown) => boolean>();
  for (const name of query.keys()) {
    const [key = '', operator] = name.split(/[[\].]+/);
    const values = query.getAll(name).map((value) => value.toLowerCase());
    const compare = BOUNDS[operator ?? ''];
    const bound = Date.parse(values[0] ?? '');
    if (compare !== undefined && !Number.isNaN(bound))
      fits.set(name, (item) => {
        const time = valueAt(item, key);
        return !isTime(time) || compare(Date.parse(String(time)), bound);
      });
    else if (!NO_FILTER.test(key) && values.every((value) => value !== ''))
      fits.set(name, (item) => {
        const found = (FILTERED[key] ?? [key])
          .map((path) => valueAt(item, path))
          .filter((value) => value != null);
        return found.length === 0 || found.some((value) => values.includes(String(value).toLowerCase()));
      });
  }
  const takesArchived = schemas?.query instanceof z.ZodObject && 'include_archived' in schemas.query.shape;
  if (takesArchived && query.get('include_archived') !== 'true')
    fits.set('include_archived', (item) => (valueAt(item, 'archived_at') ?? null) === null);
  return items.flatMap((item, index) =>
    [...fits].flatMap(([name, isFit]) =>
      violations(isFit(item), `data.${index}`, `matches ${name}`, valueAt(item, 'id')),
    ),
  );
}

/** Returns what a reply of a model has that its request forbids. */
function modelViolations(json: JsonObject, sent: JsonObject): readonly ResponseChange[] {
  const sequences = Array.isArray(sent['stop_sequences']) ? sent['stop_sequences'].map(String) : [];
  const { completion, stop_reason: reason, stop_sequence: sequence, content } = json;
  const blocks = Array.isArray(content) ? content : [];
  const text = [completion, ...blocks.map((block) => valueAt(block, 'text'))].join('');
  const creation = valueAt(json, 'usage.cache_creation');
  const written = Object.values(creation ?? {}).reduce<number>((sum, count) => sum + Number(count), 0);
  const limit = Number(sent['max_tokens'] ?? Infinity);
  const tokens = Number(valueAt(json, 'usage.output_tokens') ?? 0);
  return [
    ...violations(
      !sequences.some((one) => one !== '' && text.includes(one)),
      'content',
      'ends before a stop sequence',
      'text',
    ),
    ...violations(
      json['type'] !== 'message' || (reason === 'stop_sequence') === (sequence != null),
      'stop_sequence',
      'is set if it is the stop reason',
      sequence,
    ),
    ...violations(tokens <= Math.max(limit, 1), 'usage.output_tokens', `is at most ${limit}`, tokens),
    ...violations(
      reason !== 'tool_use' || blocks.some((block) => valueAt(block, 'type') === 'tool_use'),
      'stop_reason',
      'is tool_use if the content has a tool_use',
      reason,
    ),
    ...violations(
      !isObject(creation) || written === Number(valueAt(json, 'usage.cache_creation_input_tokens') ?? 0),
      'usage.cache_creation',
      'has the sum of cache_creation_input_tokens',
      written,
    ),
  ];
}

/**
 * Returns what the last response should have in common with earlier ones, and has not.
 *
 * @param step - The last step.
 * @param bodies - Bodies of all responses.
 */
export function relationDifferences(
  { same = {} }: ScenarioStep,
  bodies: readonly unknown[],
): readonly ResponseChange[] {
  return Object.entries(same).flatMap(([path, other]) => {
    const [left, right] = [read(bodies, other), read(bodies.at(-1), path)];
    return differencesOf(left, right, `contract.${path}`.replace(/\.$/, ''));
  });
}

/** Returns the value at a path without durations, which continue; or whether there is one. */
function read(value: unknown, path: string): unknown {
  const found = valueAt(value, path.replace('?', '')) ?? null;
  if (path.endsWith('?')) return found !== null;
  return JSON.parse(
    JSON.stringify(found, (key, member: unknown) => (key.endsWith('seconds') ? undefined : member)),
  );
}

/** Returns the violation of a statement; empty if it is true. */
function violations(
  isTrue: boolean,
  path: string,
  expected: string,
  found: unknown,
): readonly ResponseChange[] {
  const place = `contract.${path}`.replace(/\.$/, '');
  return isTrue ? [] : [{ path: place, expected, found: JSON.stringify(found) ?? 'null' }];
}
