/** The interface that adapts every probed library to the probes. */
import { messageParams } from '../request.ts';

/** Settings that probes can change. A library without an option for a setting ignores it. */
export interface Settings {
  /** Maximum time without content in a stream, in milliseconds. */
  readonly silenceMs?: number;
  /** Validates requests and responses. */
  readonly validate?: true;
  /** Rejects redirects. */
  readonly refuseRedirects?: true;
  /** Turns retries off. */
  readonly sendOnce?: true;
}

/** A client of one library, created as its documentation shows, with its default settings. */
export interface Client {
  /** The object that a program keeps and might print by mistake. Missing if there is no such object. */
  readonly held?: unknown;
  /** Requests a message and returns what the library returns. */
  ask(settings?: { readonly signal?: AbortSignal; readonly wrong?: true }): PromiseLike<unknown>;
  /** Streams a message and returns its whole text with the library's own method. */
  wholeText(signal?: AbortSignal): Promise<string>;
  /**
   * Streams a message with the first loop that the library's documentation shows. Breaks out of the loop when `onText`
   * returns true.
   *
   * @returns What was reported outside of the loop, for example to a callback, or an empty string.
   */
  loop(onText: (text: string) => boolean, signal?: AbortSignal): Promise<string>;
  /** Sends a POST that creates an object. Missing if the library has none. */
  create?(): PromiseLike<unknown>;
  /** Streams a tool call and passes on its input each time that the library exposes more of it. */
  toolInput?(onInput: (input: unknown) => void): Promise<void>;
  /** Iterates over a paginated list. Missing if the library has none. */
  items?(): AsyncIterable<unknown>;
  /** Reads a first page, saves its cursor as JSON, and resumes from it with a new client. */
  resume?(): Promise<void>;
}

/** A library under test. */
export interface Subject {
  /** The wire format that it uses. */
  readonly dialect: 'messages' | 'chatCompletions';
  /** The library's option for each setting. Missing if it has none. */
  readonly options: Readonly<Partial<Record<keyof Settings, string>>>;
  connect(baseUrl: string, settings?: Settings): Client;
  /** Describes the library's test double. Missing if it has none. */
  testDouble?(): Promise<string>;
}

/** The API key of every client. Wherever it shows up, it has leaked. */
export const KEY = 'key-canary-0123456789';
/** The prompt of every request. */
export const PROMPT = 'prompt-canary-0123456789';
/** The params of every request in the messages format. */
export const PARAMS: ReturnType<typeof messageParams> = messageParams(PROMPT);
