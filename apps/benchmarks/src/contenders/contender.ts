/** The interface that adapts every measured library to the harness. */

/** The work that cases measure. Each method returns a number that proves that the work was done. */
export interface Work extends SpecialWork {
  /** Sends a small request. Returns the length of the reply's text. */
  create(): Promise<number>;
  /** Sends a request with 1 MB of text. Returns the length of the reply's text. */
  createLarge(): Promise<number>;
  /** Reads every event of a stream in a loop. Returns the length of the text. */
  stream(): Promise<number>;
  /** Reads a whole stream. Returns the microseconds from the call to its first event. */
  firstEvent(): Promise<number>;
  /** Reads a whole stream. Returns the microseconds from the call to its first content. */
  firstContent(): Promise<number>;
  /** Opens a stream, reads its first event and leaves it open. */
  openStream(): Promise<number>;
}

/** The work that each library does with methods of its own. */
interface SpecialWork {
  /** Streams and reads the final message. Returns the length of its text. */
  finalText(): Promise<number>;
  /** Streams and reads the final input of a tool call. Returns its number of rows. */
  finalToolInput(): Promise<number>;
  /** Streams and reads the partial input of a tool call at every delta. Returns the final number of rows. */
  partialToolInput(): Promise<number>;
  /** Reads every item of a paginated list. Returns the number of items. */
  pages(): Promise<number>;
}

/** The work that a library supports. */
export type Contender = Partial<Work>;

/** The exports of a module in `contenders` or `peers`. */
export interface ContenderModule {
  /** Creates a client of the library for a base URL, of a variant if the module has several. */
  connect(baseUrl: string, variant?: string): Contender | Promise<Contender>;
}

/** How a library sends a request and streams a reply. */
interface Calls<Event> {
  /** Sends a request and returns the text of the reply. */
  readonly create: (prompt: string) => Promise<string>;
  /** Streams the reply to {@link PROMPT}. */
  readonly events: () => PromiseLike<AsyncIterable<Event>> | AsyncIterable<Event>;
  /** Returns the text of an event; undefined if it has no content. */
  readonly textOf: (event: Event) => string | null | undefined;
  /** Whether an event comes from the response. Default: all do. */
  readonly isReceived?: (event: Event) => boolean;
}

/** Returns the work that consists of requests and streams of events. */
export function workOf<Event>(calls: Calls<Event>): Omit<Work, keyof SpecialWork> {
  const { create, events, textOf, isReceived = () => true } = calls;
  const timeUntil = async (isWanted: (event: Event) => boolean): Promise<number> => {
    const time = stopwatch();
    for await (const event of await events()) if (isWanted(event)) time.event();
    return time.micros();
  };
  return {
    create: async () => (await create(PROMPT)).length,
    createLarge: async () => (await create(LARGE_PROMPT)).length,
    stream: async () => {
      let characters = 0;
      for await (const event of await events()) characters += textOf(event)?.length ?? 0;
      return characters;
    },
    firstEvent: () => timeUntil(isReceived),
    firstContent: () => timeUntil((event) => typeof textOf(event) === 'string'),
    openStream: async () => {
      const stream = (await events())[Symbol.asyncIterator]();
      let next = await stream.next();
      while (next.done !== true && !isReceived(next.value)) next = await stream.next();
      held.push(stream);
      return next.done === true ? 0 : 1;
    },
  };
}

/** Keeps open streams from being garbage collected. */
const held: unknown[] = [];

/** Returns the number of items of a list. */
export async function count(items: AsyncIterable<unknown>): Promise<number> {
  let found = 0;
  for await (const item of items) if (item) found += 1;
  return found;
}

/** Returns the number of rows in the input of {@link TOOL}, which may be incomplete. */
export function rowsIn(input: unknown): number {
  return (input as { readonly rows?: readonly unknown[] } | null | undefined)?.rows?.length ?? 0;
}

/** Prompt of a small request. */
export const PROMPT = 'Say something about the fox and the dog.';
/** Prompt of 1 MB. */
export const LARGE_PROMPT: string = 'The quick brown fox "jumps" over the lazy dog. '
  .repeat(22_311)
  .slice(0, 1024 * 1024);
/** Starts a stopwatch. `micros` returns the microseconds until the first call of `event`, or 0 without one. */
function stopwatch(): { readonly event: () => void; readonly micros: () => number } {
  const start = process.hrtime.bigint();
  let first: bigint | undefined;
  return {
    event: () => (first ??= process.hrtime.bigint()),
    micros: () => (first === undefined ? 0 : Number(first - start) / 1000),
  };
}
