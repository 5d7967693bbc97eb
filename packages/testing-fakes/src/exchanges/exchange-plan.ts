/** The recorded exchanges of a world and which of them have been replayed. */
import type { Arrival } from '../engine/arrival.js';
import { unexpected } from '../engine/refusal.js';
import type { Plan } from '../scenario/scenario-part.js';
import type { World } from '../world/world.js';
import { differencesOf } from './compare.js';
import type { ResponseChange } from './divergence.js';
import type { Exchange } from './exchange.js';
import { Masker } from './mask.js';
import { recordedForm, withoutContents } from './recorded-form.js';

/** The part of an arrival that is compared with recorded requests. */
type ComparedRequest = Pick<Arrival, 'operation' | 'method' | 'path' | 'search' | 'json' | 'parts'>;

/** The exchanges of a world. Its progress is how often each has been replayed. */
export interface ExchangePlan extends Plan<readonly Exchange[], readonly number[]> {
  /** Whether there are exchanges. They then reply to all requests. */
  readonly isActive: boolean;
  /**
   * Returns the next exchange for a request: each is used once, in order. The last one for a GET request is used again.
   *
   * @throws {Refusal} 400 when none is left, with the differences to the closest one.
   */
  next(request: ComparedRequest): Exchange;
}

interface Recorded {
  readonly exchange: Exchange;
  readonly index: number;
  used: number;
}

/** Maximum number of differences that a message lists, and of characters of each value. */
const SHOWN = { differences: 5, characters: 200 };

/** Returns the exchanges of a world. */
export function exchangePlanOf({ whole }: World): ExchangePlan {
  return whole.local('exchanges', createExchangePlan);
}

function createExchangePlan(): ExchangePlan {
  let recorded: Recorded[] = [];
  let misses: string[] = [];
  return {
    get value() {
      return recorded.map(({ exchange }) => exchange);
    },
    get isActive() {
      return recorded.length > 0;
    },
    set(exchanges, used = []) {
      recorded = exchanges.map((exchange, index) => ({ exchange, index, used: used[index] ?? 0 }));
      misses = [];
    },
    progress: () => recorded.map(({ used }) => used),
    next(request) {
      const bodies = comparableBodies(request);
      const fitting = recorded.filter(({ exchange }) => compare(exchange, request, bodies).length === 0);
      const found =
        fitting.find(({ used }) => used === 0) ?? (request.method === 'GET' ? fitting.at(-1) : undefined);
      if (found !== undefined) {
        found.used++;
        return found.exchange;
      }
      const miss = describeMiss(recorded, fitting, { request, bodies });
      misses.push(miss);
      throw unexpected(miss);
    },
    problems: () => [
      ...misses,
      ...recorded.flatMap(({ exchange, index, used }) =>
        used > 0 ? [] : [`exchanges.${index} was never used: ${nameOf(exchange)}.`],
      ),
    ],
  };
}

/** Returns the body as it can have been recorded: with content, and without. */
function comparableBodies({ operation, json, parts }: ComparedRequest): readonly unknown[] {
  return (['kept', 'masked'] as const).map((mode) => {
    const masker = new Masker(operation, mode);
    return parts === undefined ? masker.mask(json) : recordedForm(parts, masker, mode);
  });
}

function compare(
  { method, path, query = '', body }: Exchange,
  request: ComparedRequest,
  bodies: readonly unknown[],
): readonly ResponseChange[] {
  const head = [
    ...differencesOf(method, request.method, 'method'),
    ...differencesOf(path, request.path, 'path'),
    ...(sortedQuery(query) === sortedQuery(maskedQuery(request))
      ? []
      : differencesOf(sortedQuery(query), sortedQuery(request.search), 'query')),
  ];
  if (body === undefined) return head;
  const expected = withoutContents(body);
  const [first, second = []] = bodies
    .map((one) => differencesOf(expected, one, 'body'))
    .toSorted((left, right) => left.length - right.length);
  return [...head, ...(first ?? second)];
}

function maskedQuery({ operation, search }: ComparedRequest): string {
  return new Masker(operation, 'masked').maskQuery(search);
}

function sortedQuery(query: string): string {
  return query.split('&').toSorted().join('&');
}

function describeMiss(
  recorded: readonly Recorded[],
  fitting: readonly Recorded[],
  { request, bodies }: { readonly request: ComparedRequest; readonly bodies: readonly unknown[] },
): string {
  const name = `${request.method} ${request.path.slice(0, SHOWN.characters)}`;
  if (fitting.length > 0)
    return `All exchanges for ${name} have been used: ${fitting.map(({ index }) => `exchanges.${index}`).join(', ')}.`;
  const [nearest] = recorded
    .map((one) => ({ ...one, differences: compare(one.exchange, request, bodies) }))
    .toSorted((left, right) => distance(left, request) - distance(right, request));
  if (nearest === undefined) return `No exchange is recorded for ${name}.`;
  const { differences, index, exchange } = nearest;
  const lines = differences
    .slice(0, SHOWN.differences)
    .flatMap(({ path, expected, found }) => [
      ...(expected === undefined ? [] : [`- ${path}: ${expected.slice(0, SHOWN.characters)}`]),
      ...(found === undefined ? [] : [`+ ${path}: ${found.slice(0, SHOWN.characters)}`]),
    ]);
  const rest = differences.length - SHOWN.differences;
  return [
    `No exchange matches ${name}. The closest is exchanges.${index} (${nameOf(exchange)}):`,
    ...lines,
    ...(rest > 0 ? [`(${rest} more differences)`] : []),
  ].join('\n');
}

/** Exchanges of the same operation are closer than any other. */
function distance(
  { exchange, differences }: { readonly exchange: Exchange; readonly differences: readonly unknown[] },
  { operation }: ComparedRequest,
): number {
  return (exchange.operation === operation?.id ? 0 : 1_000_000) + differences.length;
}

function nameOf({ method, path }: Exchange): string {
  return `${method} ${path.slice(0, SHOWN.characters)}`;
}
