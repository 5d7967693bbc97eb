/** The divergences that a world follows: it replies as a deployment did, where that differs from the emulator. */
import type { Operation } from '@parlance/schemas';
import type { Arrival } from '../engine/arrival.js';
import type { FakeResponse } from '../engine/message.js';
import type { Plan } from '../scenario/scenario-part.js';
import type { World } from '../world/world.js';
import type { Divergence, ResponseChange } from './divergence.js';
import { Masker } from './mask.js';
import { replay } from './replay.js';

/** The divergences of a world. It has no progress, because each applies to any number of requests. */
export interface DivergencePlan extends Plan<readonly Divergence[], null> {
  /** Returns the response to a request that the deployment refuses and the emulator would accept; undefined for any other. */
  before(arrival: Arrival): FakeResponse | undefined;
  /** Returns the response of the deployment instead of the emulator's, where they differ. */
  after(arrival: Arrival, response: FakeResponse): FakeResponse;
}

/** A request, reduced to what its form depends on. */
export type FormedRequest = Pick<Arrival, 'method' | 'path' | 'search' | 'json'> & {
  readonly operation: Operation | undefined;
};

/** Ids in JSON, and in queries within JSON. */
const ID = /(?<=["=])((?:[a-z]+_)+)(?=\w*\d)\w{8,}(?=")/g;
const UUID = /(?<=["=])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=")/g;

/**
 * Returns what requests that diverge in the same way have in common: the operation, and query and body without ids and times.
 *
 * @param request - The request.
 * @param isAccepted - Whether both services accept it. Then the lengths of texts and the sizes of numbers do not matter.
 */
export function requestFormOf({ operation, search, json }: FormedRequest, isAccepted: boolean): string {
  const masker = new Masker(operation, 'masked');
  const form = JSON.stringify([masker.maskQuery(search).split('&').toSorted(), masker.mask(json) ?? null])
    .replaceAll(ID, '$1')
    .replaceAll(UUID, '[uuid]')
    .replaceAll(/"\d{4}-\d\d-\d\d(?:T[^"]*)?"/g, '"[time]"');
  return isAccepted
    ? form.replaceAll(/"\[\d+ characters\]"/g, '"[text]"').replaceAll(/(?<=[:[,])\d+/g, '0')
    : form;
}

/** Returns the operation id of a request, or its method and path. */
export function operationNameOf({ operation, method, path }: FormedRequest): string {
  return operation?.id ?? `${method} ${path}`;
}

/** Returns the divergences of a world. */
export function divergencePlanOf({ whole }: World): DivergencePlan {
  return whole.local('divergences', createDivergencePlan);
}

function createDivergencePlan(): DivergencePlan {
  let value: readonly Divergence[] = [];
  const find = (arrival: Arrival, fits: (one: Divergence) => boolean): Divergence | undefined => {
    if (value.length === 0) return undefined;
    const name = operationNameOf(arrival);
    return value.find(
      (one) =>
        one.operation === name &&
        fits(one) &&
        (one.rule !== undefined || one.request === requestFormOf(arrival, one.response.status < 400)),
    );
  };
  return {
    get value() {
      return value;
    },
    set(divergences) {
      value = divergences;
    },
    progress: () => null,
    before(arrival) {
      const found = find(arrival, ({ status, response }) => status < 400 && response.status >= 400);
      return found && replay(found, arrival.requestId);
    },
    after(arrival, response) {
      const found = find(
        arrival,
        ({ status, rule }) => status === response.status && rule === (arrival.rule ?? undefined),
      );
      if (found === undefined) return response;
      const isChange = found.response.status === response.status && typeof response.body === 'string';
      return isChange
        ? { ...response, body: changed(response.body as string, found.differences) }
        : replay(found, arrival.requestId);
    },
  };
}

/** Returns a JSON body with the values of the deployment. Everything else, such as ids, stays that of the emulator. */
function changed(body: string, differences: readonly ResponseChange[]): string {
  const json: unknown = JSON.parse(body);
  for (const { path, found } of differences) {
    const [root, ...keys] = path.split('.');
    const last = keys.pop();
    const place = root === 'body' ? keys.reduce(memberOf, json) : undefined;
    if (last === undefined || typeof place !== 'object' || place === null) continue;
    if (found === undefined) Reflect.deleteProperty(place, last);
    else
      Object.defineProperty(place, last, {
        value: JSON.parse(found),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return JSON.stringify(json);
}

/** Returns an own member of a value. */
function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
