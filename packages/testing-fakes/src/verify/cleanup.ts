/** Removal of what scenarios have created, because a service limits how many objects there can be. */
import { setTimeout as sleep } from 'node:timers/promises';
import { operations, type Operation } from '@parlance/schemas';
import { memberOf, valueAt } from '../input/json.js';
import type { Reply } from './alignment.js';
import { operationOf, requestOf, type Codec, type ScenarioStep, type StepKey } from './scenario.js';
import { ConnectionError, isProcessing, send, type Target } from './target.js';

/** An object that a run could not remove. */
export interface LeftBehind {
  /** Resource and id, or the request that may have created it. */
  readonly object: string;
  readonly reason: string;
}

interface Created {
  readonly resource: string;
  readonly id: string;
  readonly key: StepKey;
}

type Ask = (action: string, options?: Pick<ScenarioStep, 'body' | 'settles'>) => Promise<Reply | undefined>;

const known: Readonly<Record<string, Operation | undefined>> = operations;

/** Waits for a service that is unreachable, in polls. */
const WAITS = [0, 10, 20, 30] as const;

/** Deletes or archives objects. */
export class Cleanup {
  readonly #target: Target;
  readonly #codec: Codec;
  /** Objects whose removal lost its connection. */
  #postponed: readonly Created[] = [];
  readonly #left: LeftBehind[] = [];

  constructor(target: Target, codec: Codec) {
    this.#target = target;
    this.#codec = codec;
  }

  /**
   * Removes the objects that a scenario has created, the last one first.
   *
   * @param steps - Steps of the scenario.
   * @param bodies - Bodies of the deployment's responses.
   * @param signal - Aborts the requests.
   */
  async remove(
    steps: readonly ScenarioStep[],
    bodies: readonly unknown[],
    signal: AbortSignal,
  ): Promise<void> {
    const created = steps.flatMap((step, index) => createdBy(step, bodies[index])).toReversed();
    const postponed = await this.#removeAll(created, signal);
    this.#postponed = [...this.#postponed, ...postponed];
  }

  /** Notes a request whose response was lost. It may have created an object. */
  addLost(step: ScenarioStep): void {
    if (createdBy(step, { id: '' }).length > 0)
      this.#left.push({ object: step.line, reason: 'may have created an object, but its response was lost' });
  }

  /** Removes what could not be removed because the service was unreachable. Returns what is left of all scenarios. */
  async finish(signal: AbortSignal): Promise<readonly LeftBehind[]> {
    for (const polls of WAITS) {
      if (this.#postponed.length === 0) break;
      await sleep(polls * this.#target.pollMs, undefined, { signal }).catch(() => undefined);
      this.#postponed = await this.#removeAll(this.#postponed, signal);
    }
    const unreachable = this.#postponed.map((one) => leftBehind(one, 'the service is unreachable'));
    return [...this.#left, ...unreachable];
  }

  /** Returns the objects that were not asked for, because the service is unreachable. */
  async #removeAll(created: readonly Created[], signal: AbortSignal): Promise<readonly Created[]> {
    for (const [index, one] of created.entries()) {
      try {
        const reason = await remove(this.#askAbout(one, signal));
        if (reason !== undefined) this.#left.push(leftBehind(one, reason));
      } catch (error) {
        if (!(error instanceof ConnectionError) && !signal.aborted) throw error;
        return created.slice(index);
      }
    }
    return [];
  }

  /** Returns a function that sends a request about an object, if there is such an operation. */
  #askAbout({ resource, id, key }: Created, signal: AbortSignal): Ask {
    const [target, codec] = [this.#target, this.#codec];
    return async (action, { body, settles } = {}) => {
      const operation = known[`${resource}.${action}`];
      if (operation === undefined) return undefined;
      const line = `${operation.method} ${operation.path.replace(/\{\w+\}/, id)}`;
      const context = { bodies: [], run: '', key: target.keys[key], codec };
      const request = requestOf({ line, ...(body !== undefined && { body }) }, operation, context);
      return send(target, request, { operation, codec, settles }, signal);
    };
  }
}

/** Removes an object. Returns the reason if it is still there. */
async function remove(ask: Ask): Promise<string | undefined> {
  const first = (await ask('delete')) ?? (await ask('archive'));
  const found = isDone(first) ? undefined : await ask('retrieve');
  if (isDone(first) || isRemoved(found)) return undefined;
  // A batch or a session that is being processed cannot be deleted yet.
  if (found !== undefined && isProcessing(found)) {
    await ask('cancel');
    await ask('events.send', { body: { events: [{ type: 'user.interrupt' }] } });
    await ask('retrieve', { settles: true });
    if (isDone(await ask('delete'))) return undefined;
  }
  if (isDone(await ask('archive'))) return undefined;
  return `the service refuses to delete it: ${first?.status} ${String(valueAt(first?.json, 'error.type') ?? '')}`.trim();
}

function isDone(reply: Reply | undefined): boolean {
  return reply !== undefined && (reply.status < 300 || reply.status === 404);
}

function isRemoved(reply: Reply | undefined): boolean {
  const { json } = reply ?? {};
  return (
    reply?.status === 404 || memberOf(json, 'status') === 'deleted' || memberOf(json, 'archived_at') != null
  );
}

function leftBehind({ resource, id }: Created, reason: string): LeftBehind {
  return { object: `${resource} ${id}`, reason };
}

/** Returns the object that a step created. One inside another object is removed with that. */
function createdBy(step: ScenarioStep, body: unknown): readonly Created[] {
  const resource = /^(.+)\.(?:create|upload|set)$/.exec(operationOf(step)?.id ?? '')?.[1] ?? '';
  const removal = known[`${resource}.delete`] ?? known[`${resource}.archive`];
  const id = memberOf(body, 'id');
  const isWhole = removal !== undefined && removal.path.split('{').length === 2;
  return isWhole && typeof id === 'string' ? [{ resource, id, key: step.key ?? 'api' }] : [];
}
