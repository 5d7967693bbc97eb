/**
 * Where a call was made. An error that is created when a response or a timer arrives has no frame of the caller in its
 * stack, because nothing of the caller runs then.
 *
 * Capturing formats the stack, which is too slow for each call. A download captures its site when it is opened, calls and streams only when they fail:
 * the engine then finds the functions that await them.
 */
export class CallSite {
  readonly #frames: readonly string[];

  /** @param below - Function or class whose frame and those above it are left out. */
  constructor(below: Callable) {
    const canCapture = typeof Error.captureStackTrace === 'function';
    const here: { readonly stack?: string } = canCapture ? {} : new Error('call site');
    if (canCapture) Error.captureStackTrace(here, below);
    // Read now: until then, the engine keeps the objects whose methods are on the stack.
    this.#frames = framesOf(here);
  }

  /** Appends the frames of the caller to the stack of an error, unless it has them already. */
  addTo(error: Error): void {
    const { stack } = error;
    const frames = this.#frames;
    if (typeof stack !== 'string' || frames.some((frame) => stack.includes(frame))) return;
    Object.defineProperty(error, 'stack', {
      value: [stack.trimEnd(), ...frames].join('\n'),
      writable: true,
      configurable: true,
    });
  }
}

type Callable = ((...args: never) => unknown) | (abstract new (...args: never) => unknown);

/** Without the first line, which not every engine writes, and without the frames of Node, which every stack has. */
function framesOf({ stack }: { readonly stack?: string }): string[] {
  const lines = typeof stack === 'string' ? stack.split('\n') : [];
  return lines.filter((line) => /:\d+/.test(line) && !/\bnode:/.test(line));
}
