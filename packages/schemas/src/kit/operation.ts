/** The declaration of an endpoint, shared by the clients, the emulator and the documentation. */

declare const shape: unique symbol;

/** Types of an operation's parts. Parts that an operation does not have are omitted. */
export interface OperationShape {
  /** Names of the path parameters, as a union of literals. */
  readonly params?: string;
  /** Query parameters. */
  readonly query?: object;
  /** Request body: JSON or multipart. */
  readonly body?: unknown;
  /** JSON response body, or a line of a download of JSON lines. Omitted for other downloads. */
  readonly response?: unknown;
  /** Server-sent event of the stream. */
  readonly event?: unknown;
}

/** Kind of key that an operation requires. */
export type KeyKind = 'api-key' | 'admin-key' | 'compliance-key';

/**
 * What happens if a request is sent twice, which decides how it is retried. `read`: nothing. `generate`: no state
 * changes, but the tokens are billed again. `idempotent`: the second request has no further effect. `create`: the
 * second request creates another object or event.
 */
export type Replay = 'read' | 'generate' | 'idempotent' | 'create';

/**
 * Format of a query parameter that is not a scalar: `name[]` repeats the parameter (`name[]=a&name[]=b`), `name[gte]`
 * and `name.gte` write the fields of an object with brackets or a dot.
 */
export type QueryStyle = 'name[]' | 'name[gte]' | 'name.gte';

/**
 * Shape of a JSON value, written as an example: `''` is any string, `0` any number, `true` any boolean, `[shape]` a list, and an
 * object has the named members and possibly others. Members whose name ends with `?` may be null or absent. The member `=` has
 * further shapes of the object by its `type`.
 */
export type JsonShape =
  string | number | boolean | readonly JsonShape[] | { readonly [member: string]: JsonShape };

/** Parts of an operation that may be undocumented. */
export type OperationPart = 'operation' | 'path' | 'query' | 'body' | 'response' | 'event';

/** Where an operation is documented. */
export interface OperationSource {
  /** `<document> > <heading>`. */
  readonly source: string;
  /** Parts that are not in the documents. */
  readonly assumed?: readonly OperationPart[];
}

/**
 * An endpoint of the service: method, path, key, types and how to retry it.
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
  /** Name of the beta that the operation requires. */
  readonly beta?: string;
  /** Paging family: `cursor` (page, next_page) or `id` (after_id, before_id, first_id, last_id, has_more). */
  readonly paging?: 'cursor' | 'id';
  /** Field of a page that contains its items. Default `data`. */
  readonly items?: string;
  /** Format of each query parameter that is not a scalar. */
  readonly query?: { readonly [Name in keyof S['query'] & string]?: QueryStyle };
  /**
   * Kind of event stream that the operation can return: `message` ends with `message_stop`, `completion` with the
   * event that has a stop reason, `session` stays open. The first two require `stream: true` in the body.
   */
  readonly stream?: 'message' | 'completion' | 'session';
  /** Set if the body is `multipart/form-data`. An array `files` is sent as parts named `files[]`. */
  readonly upload?: 'multipart';
  /** Maximum size of the request body, in bytes. Default 33,554,432 (32 MB). */
  readonly maxBodyBytes?: number;
  /** Set if a successful response is a file instead of JSON: any bytes, or JSON lines, each of which is a `response`. */
  readonly download?: 'bytes' | 'lines';
  /** Set if a successful response may have no object: JSON `null`, or status 204. The client returns null. */
  readonly mayBeNull?: true;
  /** What happens if the request is sent twice. */
  readonly replay: Replay;
  /** Paths of fields that must never be logged, for example `auth.token`; `*` matches any key or index. */
  readonly secrets?: readonly string[];
  /** Paths of prompts and replies, which are masked unless content capture is enabled. */
  readonly content?: readonly string[];
  /**
   * Shape of the members that helpers of the clients read in a response, or in a line of JSON lines. The client rejects other
   * responses.
   */
  readonly reads?: JsonShape;
  /** Shape of the members that helpers read in events of the stream. */
  readonly readsEvents?: JsonShape;
  /** Carries the types of the parts. Not present at run time. */
  readonly [shape]?: S;
}

/** Types of an operation's parts. */
export type ShapeOf<O extends Operation> = O extends Operation<infer S> ? S : never;

/** Names of an operation's path parameters; `never` if it has none. */
export type ParamsOf<O extends Operation> = ShapeOf<O> extends { params: infer P extends string } ? P : never;

/** Query parameters of an operation; `undefined` if it has none. */
export type QueryOf<O extends Operation> = ShapeOf<O> extends { query: infer Q } ? Q : undefined;

/** Request body of an operation; `undefined` if it has none. */
export type BodyOf<O extends Operation> = ShapeOf<O> extends { body: infer B } ? B : undefined;

/** Response body of an operation; `undefined` if it has none. */
export type ResponseOf<O extends Operation> = ShapeOf<O> extends { response: infer R } ? R : undefined;

/** Stream event of an operation; `never` if it does not stream. */
export type EventOf<O extends Operation> = ShapeOf<O> extends { event: infer E } ? E : never;
