/** The interface that adapts every measured library to the harness. */

/** The work that cases measure. Each method returns a number that proves that the work was done. */
export interface Work {
  /** Sends a small request. Returns the length of the reply's text. */
  create(): Promise<number>;
  /** Sends a request with 1 MB of text. Returns the length of the reply's text. */
  createLarge(): Promise<number>;
  /** Reads every event of a stream in a loop. Returns the length of the text. */
  stream(): Promise<number>;
  /** Streams and reads the final message. Returns the length of its text. */
  finalText(): Promise<number>;
  /** Streams and reads the final input of a tool call. Returns its number of rows. */
  finalToolInput(): Promise<number>;
  /** Streams and reads the partial input of a tool call at every delta. Returns the final number of rows. */
  partialToolInput(): Promise<number>;
  /** Reads a whole stream. Returns the microseconds from the call to its first event. */
  firstEvent(): Promise<number>;
  /** Reads a whole stream. Returns the microseconds from the call to its first content. */
  firstContent(): Promise<number>;
  /** Opens a stream, reads its first event and leaves it open. Returns the length of the event's type or ID. */
  openStream(): Promise<number>;
  /** Reads every item of a paginated list. Returns the number of items. */
  pages(): Promise<number>;
}

/** The work that a library supports. */
export type Contender = Partial<Work>;

/** The exports of a module in `contenders` or `peers`. */
export interface ContenderModule {
  /** Creates a client of the library for a base URL. */
  connect(baseUrl: string): Contender | Promise<Contender>;
}

/** Prompt of a small request. */
export const PROMPT = 'Say something about the fox and the dog.';
/** Model of every request. */
export const MODEL = 'assistant-opus-4-7';
/** Maximum tokens of every request. */
export const MAX_TOKENS = 1024;
/** Prompt of 1 MB. */
export const LARGE_PROMPT: string = 'The quick brown fox "jumps" over the lazy dog. '
  .repeat(22_311)
  .slice(0, 1024 * 1024);
/** Tool that is called by replies with a tool call. */
export const TOOL = {
  name: 'write',
  description: 'Writes rows.',
  input_schema: { type: 'object', properties: { rows: { type: 'array' } }, required: ['rows'] as string[] },
} as const;

/** Starts a stopwatch. `micros` returns the microseconds until the first call of `event`, or 0 without one. */
export function stopwatch(): { readonly event: () => void; readonly micros: () => number } {
  const start = process.hrtime.bigint();
  let first: bigint | undefined;
  return {
    event: () => (first ??= process.hrtime.bigint()),
    micros: () => (first === undefined ? 0 : Number(first - start) / 1000),
  };
}
