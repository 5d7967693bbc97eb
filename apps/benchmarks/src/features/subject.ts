/** What a library is asked for by the probes, so that one set of probes observes them all. */

/** What a probe asks for; what a library has no option for it ignores. */
export interface Settings {
  /** The longest time without content in a stream, in milliseconds. */
  readonly silenceMs?: number;
  /** Requests and answers are compared with the contract. */
  readonly validate?: true;
  /** Redirects are refused. */
  readonly refuseRedirects?: true;
  /** Nothing is sent again. */
  readonly sendOnce?: true;
}

/** A client of one library, made as its documents show, with the settings it comes with. */
export interface Client {
  /** What a program holds, and may print by mistake; missing where it holds only a key of its own. */
  readonly held?: unknown;
  /** Asks for a message, and gives what the library gives. */
  ask(settings?: { readonly signal?: AbortSignal; readonly wrong?: true }): PromiseLike<unknown>;
  /** Streams a message, and gives its whole text in the library's own way. */
  wholeText(signal?: AbortSignal): Promise<string>;
  /**
   * Streams a message in the loop that the library's documents begin with. `onText` may say that enough has come; the
   * loop is left then.
   *
   * @returns What the program was told beside the loop, for example by a callback; empty when nothing.
   */
  loop(onText: (text: string) => boolean, signal?: AbortSignal): Promise<string>;
  /** Makes a POST that creates an object; missing where the library has none. */
  create?(): PromiseLike<unknown>;
  /** Streams a call of a tool, and shows its input whenever more of it is known. */
  toolInput?(onInput: (input: unknown) => void): Promise<void>;
  /** All items of a paged list; missing where the library lists nothing. */
  items?(): AsyncIterable<unknown>;
  /** The first page, then, with a client of its own, what follows the text that `save` has made of it. */
  resume?(): Promise<void>;
}

/** One library. */
export interface Subject {
  /** The form of the wire that it speaks. */
  readonly dialect: 'messages' | 'chatCompletions';
  /** How its documents name the option for each setting; missing where there is none. */
  readonly options: Readonly<Partial<Record<keyof Settings, string>>>;
  connect(baseUrl: string, settings?: Settings): Client;
  /** What an object for tests is called and made of; missing where the library brings none. */
  testDouble?(): Promise<string>;
  /** What it can do that is not asked for by any probe: name and whether it is there. */
  extras?(): Promise<Readonly<Record<string, boolean>>>;
}

/** The key that every client gets; where it turns up, it has leaked. */
export const KEY = 'key-canary-0123456789';
/** The prompt that every client sends. */
export const PROMPT = 'prompt-canary-0123456789';
