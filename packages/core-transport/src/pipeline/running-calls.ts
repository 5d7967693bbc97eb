/** A call that knows its place among the running ones. */
export interface RunningCall {
  /** Index in the list; -1 if the call is not in it. Set only by {@link RunningCalls}. */
  place: number;
  abort(reason: unknown): void;
}

/**
 * The calls in flight, in no particular order. An array, in which the last call takes the place of one that ends: a `Set`
 * grows a new table every few dozen calls, and its old tables keep ended calls in memory until the next full garbage
 * collection.
 */
export class RunningCalls {
  readonly #calls: RunningCall[] = [];

  add(call: RunningCall): void {
    call.place = this.#calls.length;
    this.#calls.push(call);
  }

  /** Removes a call, unless it has been removed already. */
  remove(call: RunningCall): void {
    const { place } = call;
    if (place === -1) return;
    call.place = -1;
    const last = this.#calls.pop();
    if (last === undefined || last === call) return;
    this.#calls[place] = last;
    last.place = place;
  }

  /** Aborts all calls, which removes them. */
  abort(reason: unknown): void {
    const calls = [...this.#calls];
    for (const call of calls) call.abort(reason);
  }
}
