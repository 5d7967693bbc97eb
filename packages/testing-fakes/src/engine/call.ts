/** The interface between the engine and the handlers. */
import type { BodyOf, EventOf, KeyKind, Operation, ParamsOf, QueryOf, ResponseOf } from '@parlance/schemas';
import type { World } from '../world/world.js';
import type { BytesResult, EventResult, LinesResult } from './handler-result.js';
import type { RequestHeaders } from './message.js';
import type { Part } from './multipart.js';

/** A request to any operation, validated against the contract. */
export interface AnyCall {
  /** The operation. */
  readonly operation: Operation;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Query, validated against its schema. */
  readonly query: unknown;
  /** JSON body, validated against its schema; undefined when the operation takes none. */
  readonly body: unknown;
  /** Parts of a `multipart/form-data` body; empty for other bodies. */
  readonly parts: readonly Part[];
  /** Headers as received. Read them with `headerOf`. */
  readonly headers: RequestHeaders;
  /** `vendor-version`; null when an operation that does not require it received none. */
  readonly version: string | null;
  /** Names in `vendor-beta`. */
  readonly betas: readonly string[];
  /** Kind of API key. */
  readonly keyKind: KeyKind;
  /** World that the key belongs to. */
  readonly world: World;
  /** World time when the request was received, RFC 3339. */
  readonly now: string;
  /** Request id of the response. */
  readonly requestId: string;
  /** Scheme, host and port that the client uses. */
  readonly origin: string;
}

/** A request to a specific operation. */
export interface Call<O extends Operation> extends AnyCall {
  readonly operation: O;
  readonly params: { readonly [Name in ParamsOf<O>]: string };
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
}

/** Result of a handler: plain JSON, or one of the results in `handler-result.ts`. */
export type HandlerResult<O extends Operation> =
  | ResponseOf<O>
  | EventResult<EventOf<O>>
  | LinesResult
  | (ResponseOf<O> extends undefined ? BytesResult : never);

/** Handles one operation. Throws a {@link Refusal} to reject the request. */
export type Handler<O extends Operation> = (call: Call<O>) => HandlerResult<O> | Promise<HandlerResult<O>>;

/** Handlers for a record of operations. Omitting one does not compile. */
export type HandlersFor<Operations extends Record<string, Operation>> = {
  readonly [Id in keyof Operations]: Handler<Operations[Id]>;
};

/** Handler of any operation, as the engine calls it. */
export type AnyHandler = (call: Call<never>) => unknown;
