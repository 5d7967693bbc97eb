/** The caller's end of a call, which may exist before what sends the call has been loaded. */
export class CallHandle {
  /** Whether the caller wants the response as it is. */
  raw = false;
  #abort: ((reason: unknown) => void) | undefined;
  #early: { readonly reason: unknown } | undefined;

  /** Aborts the call. */
  abort(reason: unknown): void {
    if (this.#abort === undefined) this.#early ??= { reason };
    else this.#abort(reason);
  }

  /** Connects the call; an abort that came before is passed on at once. */
  connect(abort: (reason: unknown) => void): void {
    this.#abort = abort;
    if (this.#early !== undefined) abort(this.#early.reason);
  }
}
