/** Masking of secrets, prompts and replies in recordings. */
import type { Operation } from '@parlance/schemas';
import words from './mask-words.json' with { type: 'json' };

/** What to mask besides secrets: prompts and replies (`masked`), or nothing (`kept`). */
export type ContentMode = 'masked' | 'kept';

/** Keys whose values are secrets wherever they occur. */
const SECRET_KEY = /(?:token|secret|password|authorization|api_key|private_key)$/i;
/** Keys whose values are content wherever they occur, in addition to those that the contract marks. */
const CONTENT_KEYS: ReadonlySet<string> = new Set(words.content);
/** Free-form JSON within content: its keys are content too. */
const FREE_FORM: ReadonlySet<string> = new Set(['input', 'input_schema', 'metadata', 'schema']);
/** Strings within content that clients need to interpret it, by key. */
const STRUCTURE: Readonly<Record<string, RegExp | undefined>> = {
  type: /^[a-z][a-z0-9_]{0,60}$/,
  role: /^[a-z]{1,20}$/,
  media_type: /^[a-z]{1,20}\/[a-z0-9.+-]{1,60}$/,
  stop_reason: /^[a-z_]{1,40}$/,
  name: /^[\w-]{1,128}$/,
  id: /^(?:toolu|srvtoolu|mcptoolu)_\w{1,64}$/,
  tool_use_id: /^(?:toolu|srvtoolu|mcptoolu)_\w{1,64}$/,
};
/** Keys outside of content whose values are words of the contract or identifiers. Every other string can have been typed by a person. */
const KEPT_KEY =
  /(?:^|_)(?:ids?|uuid|types?|status|statuses|role|scope|model|models|version|mode|tier|tiers|sha256|error_code|currency|geo|geos)$/;
const KEPT_KEYS: ReadonlySet<string> = new Set(words.kept);
const WORD = /^[\w.:/+=-]{1,2000}$/;
const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/;
/** Names of tools and MCP servers, which programs choose by. Names of other objects are texts of people. */
const NAME = /(?:^|_)name$/;
const NAMED_PARTS: ReadonlySet<string> = new Set(['tools', 'tool_choice', 'mcp_servers']);
/** Values of a query that are neither texts nor identifiers. */
const PLAIN = /^(?:\d{1,20}|true|false)$/;
/** Length of the shortest secret that is searched for in other texts. */
export const SHORTEST_SECRET = 6;

/** Masks the bodies of an operation and collects the secrets that it finds. */
export class Masker {
  readonly #secretPaths: readonly string[][];
  readonly #contentPaths: readonly string[][];
  readonly #content: ContentMode;
  readonly #secrets: Set<string>;

  /**
   * @param operation - Operation whose contract marks secrets and content; undefined for an unknown one.
   * @param content - What to do with content.
   * @param secrets - Receives the secrets.
   */
  constructor(operation: Operation | undefined, content: ContentMode, secrets: Set<string> = new Set()) {
    this.#secretPaths = (operation?.secrets ?? []).map((path) => path.split('.'));
    this.#contentPaths = (operation?.content ?? []).map((path) => path.split('.'));
    this.#content = content;
    this.#secrets = secrets;
  }

  /** Returns a copy of a JSON value with masked secrets and content. */
  mask(value: unknown): unknown {
    return this.#mask(value, { path: [], zone: 'open' });
  }

  /** Returns a query in which texts are masked. */
  maskQuery(query: string): string {
    if (this.#content === 'kept') return query;
    const masked = [...new URLSearchParams(query)].map(([name, value]): [string, string] => {
      const key = name.replace(/\[\w*\]$|\.\w+$/g, '');
      return [name, PLAIN.test(value) ? value : this.#text(value, { path: [key], zone: 'open', key })];
    });
    return new URLSearchParams(masked).toString();
  }

  /** Returns the content of a file in base64; undefined if content is masked, or it contains a known secret. */
  base64(bytes: Buffer): string | undefined {
    if (this.#content === 'masked') return undefined;
    const isSecret = [...this.#secrets].some(
      (secret) => secret.length >= SHORTEST_SECRET && bytes.includes(secret),
    );
    return isSecret ? undefined : bytes.toString('base64');
  }

  #mask(value: unknown, at: Place): unknown {
    if (typeof value === 'string') return this.#text(value, at);
    if (typeof value === 'number') return at.zone === 'open' ? value : 0;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value))
      return value.map((item, index) => this.#mask(item, { ...at, path: [...at.path, String(index)] }));
    const isNamed =
      at.isNamed === true || ('type' in value && typeof value.type === 'string' && /tool/.test(value.type));
    const members = Object.entries(value).map(([key, item], index): [string, unknown] => [
      at.zone === 'free' ? `[key ${index + 1}]` : key,
      this.#member(key, item, { ...at, isNamed }),
    ]);
    return Object.fromEntries(members);
  }

  #member(key: string, value: unknown, at: Place): unknown {
    const path = [...at.path, key];
    const isText = typeof value === 'string';
    if (matches(this.#secretPaths, path) || (isText && SECRET_KEY.test(key))) {
      this.#collect(value);
      return value === null ? null : '[secret]';
    }
    const isNamed = NAMED_PARTS.has(key) || at.isNamed === true;
    return this.#mask(value, { path, zone: this.#zoneOf(key, path, at), key, isNamed });
  }

  #zoneOf(key: string, path: readonly string[], { zone }: Place): Zone {
    if (this.#content === 'kept') return 'open';
    if (zone === 'free') return 'free';
    const isContent = zone === 'content' || CONTENT_KEYS.has(key) || matches(this.#contentPaths, path);
    if (!isContent) return 'open';
    return FREE_FORM.has(key) ? 'free' : 'content';
  }

  #text(value: string, { zone, key, path, isNamed }: Place): string {
    if (this.#content === 'kept') return value;
    const isDirect = matches(this.#contentPaths, path);
    if (
      zone === 'content' &&
      !isDirect &&
      key !== undefined &&
      Object.hasOwn(STRUCTURE, key) &&
      STRUCTURE[key]?.test(value) === true
    )
      return value;
    const isKept =
      zone === 'open' &&
      key !== undefined &&
      (TIME.test(value) ||
        (WORD.test(value) &&
          (KEPT_KEY.test(key) || KEPT_KEYS.has(key) || (isNamed === true && NAME.test(key)))));
    return isKept ? value : `[${value.length} characters]`;
  }

  #collect(value: unknown): void {
    if (typeof value === 'string') this.#secrets.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) this.#collect(item);
  }
}

/** `open` is structure, `content` consists of blocks that the contract knows, `free` is any JSON. */
type Zone = 'open' | 'content' | 'free';

interface Place {
  readonly path: readonly string[];
  readonly zone: Zone;
  /** Key of the value in its object. Undefined in an array. */
  readonly key?: string | undefined;
  /** Whether the object is a tool or an MCP server, or refers to one. */
  readonly isNamed?: boolean | undefined;
}

function matches(patterns: readonly (readonly string[])[], path: readonly string[]): boolean {
  return patterns.some(
    (pattern) =>
      pattern.length === path.length && pattern.every((part, index) => part === '*' || part === path[index]),
  );
}
