/** What every library under measurement has to do, so that one harness drives them all. */

/** The work that a case asks for. Each answers with a number that shows that the work was done. */
export interface Work {
  /** A small request and its answer; the length of the reply's text. */
  create(): Promise<number>;
  /** A request with 1 MB of text; the length of the reply's text. */
  createLarge(): Promise<number>;
  /** Every event of a stream, in a plain loop; the length of all text. */
  stream(): Promise<number>;
  /** The message that a stream amounts to; the length of its text. */
  finalText(): Promise<number>;
  /** The input of the tool call that a stream amounts to; how many rows it has. */
  finalToolInput(): Promise<number>;
  /** The same, looking at the partial input on every delta; how many rows it has at the end. */
  partialToolInput(): Promise<number>;
  /** A whole stream; microseconds from the call to its first event. */
  firstEvent(): Promise<number>;
  /** Opens a stream, reads its first event and leaves it open; the length of what it has read so far. */
  openStream(): Promise<number>;
  /** Every item of a paged list; how many there were. */
  pages(): Promise<number>;
}

/** The works of one library; what it has no way to do is missing. */
export type Contender = Partial<Work>;

/** What a module in `contenders` or `peers` exports. */
export interface ContenderModule {
  /** Makes a client of the library for a base URL. */
  connect(baseUrl: string): Contender | Promise<Contender>;
}

/** A prompt of a small call. */
export const PROMPT = 'Say something about the fox and the dog.';
/** The model that every contender asks for. */
export const MODEL = 'assistant-opus-4-7';
/** The ceiling of tokens that every contender asks for. */
export const MAX_TOKENS = 1024;
/** A prompt of 1 MB. */
export const LARGE_PROMPT: string = 'The quick brown fox "jumps" over the lazy dog. '
  .repeat(22_311)
  .slice(0, 1024 * 1024);
/** The tool that replies with a tool call use. */
export const TOOL = {
  name: 'write',
  description: 'Writes rows.',
  schema: { type: 'object', properties: { rows: { type: 'array' } }, required: ['rows'] },
} as const;

/** Microseconds from `begin` until `event` is called; never called means zero. */
export function sinceBegin(): { readonly event: () => void; readonly micros: () => number } {
  const begin = process.hrtime.bigint();
  let first: bigint | undefined;
  return {
    event: () => (first ??= process.hrtime.bigint()),
    micros: () => (first === undefined ? 0 : Number(first - begin) / 1000),
  };
}
