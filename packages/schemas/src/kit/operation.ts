/** The one declaration of an endpoint, on which the clients, the emulator and the documentation hang. */

declare const shape: unique symbol;

/** Types of an operation's parts. A part that an operation lacks is left out. */
export interface OperationShape {
  /** Names of the path parameters, as a union of literals. */
  readonly params?: string;
  /** Query parameters. */
  readonly query?: object;
  /** JSON (or multipart) request body. */
  readonly body?: unknown;
  /** JSON response body; for a download, the bytes are not typed here. */
  readonly response?: unknown;
  /** One server-sent event of the stream. */
  readonly event?: unknown;
}

/** Kind of key that an operation requires. */
export type KeyKind = 'api-key' | 'admin-key' | 'compliance-key';

/**
 * Whether sending a request twice can do harm. `read`: no effect. `generate`: no state is kept, a second run costs
 * tokens. `idempotent`: the second has no further effect. `create`: the second makes a second object or event.
 */
export type Replay = 'read' | 'generate' | 'idempotent' | 'create';

/**
 * Spelling of a query parameter that is not a scalar: `name[]` repeats (`name[]=a&name[]=b`), `name[gte]` and
 * `name.gte` write an object's members with brackets or a dot.
 */
export type QueryStyle = 'name[]' | 'name[gte]' | 'name.gte';

/** Parts of an operation that can come from outside the documents. */
export type OperationPart = 'operation' | 'path' | 'query' | 'body' | 'response' | 'event';

/**
 * An endpoint of the service.
 *
 * @typeParam S - Types of its parts.
 */
export interface Operation<S extends OperationShape = OperationShape> {
  /** Stable name, `<resource>.<verb>`, for example `vaults.archive`. */
  readonly id: string;
  /**
   * Path parameters in whose values the documents' words are placeholders for a deployment's real names. Parameters
   * whose own name contains such a word need no mention.
   */
  readonly namedParams?: readonly (S['params'] & string)[];
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path template with `{name}` for each path parameter. */
  readonly path: `/v1/${string}`;
  /** Kind of key required. */
  readonly auth: KeyKind;
  /** Beta name the operation requires. */
  readonly beta?: string;
  /** Paging family: `cursor` (page, next_page) or `id` (after_id, before_id, first_id, last_id, has_more). */
  readonly paging?: 'cursor' | 'id';
  /** Field of a page that holds its items. Default `data`. */
  readonly items?: string;
  /** Spelling of each query parameter that is not a scalar. */
  readonly query?: { readonly [Name in keyof S['query'] & string]?: QueryStyle };
  /**
   * Kind of server-sent stream the operation can answer with: `message` ends at `message_stop`, `completion` at the
   * event with a stop reason, `session` stays open. The first two stream when the body says `stream: true`.
   */
  readonly stream?: 'message' | 'completion' | 'session';
  /** Set when the body is `multipart/form-data`. */
  readonly upload?: 'multipart';
  /** Maximum size of the request body, in bytes. Default 33,554,432 (32 MB). */
  readonly maxBodyBytes?: number;
  /** Set when a good response is bytes instead of JSON. */
  readonly download?: 'bytes';
  /** Whether sending it twice can do harm. */
  readonly replay: Replay;
  /** Paths of fields that must never be logged, for example `auth.token`; `*` matches any key or index. */
  readonly secrets?: readonly string[];
  /** Paths of prompts and replies, masked unless content capture is asked for. */
  readonly content?: readonly string[];
  /** Where it is documented: `<document> > <heading>`. */
  readonly source: string;
  /** Parts that the documents do not show. */
  readonly assumed?: readonly OperationPart[];
  /** Carries the types of the parts; never present at run time. */
  readonly [shape]?: S;
}

/** Types of an operation's parts. */
export type ShapeOf<O extends Operation> = O extends Operation<infer S> ? S : never;

/** Names of an operation's path parameters; `never` when it has none. */
export type ParamsOf<O extends Operation> = ShapeOf<O> extends { params: infer P extends string } ? P : never;

/** Query parameters of an operation; `undefined` when it has none. */
export type QueryOf<O extends Operation> = ShapeOf<O> extends { query: infer Q } ? Q : undefined;

/** Body of an operation; `undefined` when it has none. */
export type BodyOf<O extends Operation> = ShapeOf<O> extends { body: infer B } ? B : undefined;

/** Response of an operation; `undefined` when it has none. */
export type ResponseOf<O extends Operation> = ShapeOf<O> extends { response: infer R } ? R : undefined;

/** Stream event of an operation; `never` when it does not stream. */
export type EventOf<O extends Operation> = ShapeOf<O> extends { event: infer E } ? E : never;
