/** What a handler gets, and what it may answer. */
import type { BodyOf, EventOf, KeyKind, Operation, ParamsOf, QueryOf, ResponseOf } from '@parlance/schemas';
import type { World } from '../world/world.js';
import type { BytesAnswer, EventAnswer, JsonAnswer } from './answer.js';
import type { RequestHeaders } from './message.js';
import type { Part } from './multipart.js';

/** A request to any operation that has passed everything that the contract says about it. */
export interface AnyCall {
  /** The operation. */
  readonly operation: Operation;
  /** Values of the path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Query, checked against its schema. */
  readonly query: unknown;
  /** JSON body, checked against its schema; undefined when the operation has none. */
  readonly body: unknown;
  /** Parts of a `multipart/form-data` body; empty for any other. */
  readonly parts: readonly Part[];
  /** Header fields as they came; see `headerOf`. */
  readonly headers: RequestHeaders;
  /** `vendor-version`; null where it may be missing and is. */
  readonly version: string | null;
  /** Names in `vendor-beta`. */
  readonly betas: readonly string[];
  /** Kind of the key. */
  readonly keyKind: KeyKind;
  /** The tenant that the key belongs to. */
  readonly world: World;
  /** The world's time when the request came, RFC 3339. */
  readonly now: string;
  /** Request id of the answer. */
  readonly requestId: string;
}

/** A request to one operation, with the types of its parts. */
export interface Call<O extends Operation> extends AnyCall {
  readonly operation: O;
  readonly params: { readonly [Name in ParamsOf<O>]: string };
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
}

/** What a handler of an operation answers. */
export type Answer<O extends Operation> =
  | ResponseOf<O>
  | JsonAnswer<ResponseOf<O>>
  | EventAnswer<EventOf<O>>
  | (ResponseOf<O> extends undefined ? BytesAnswer : never);

/** Serves one operation. It throws a {@link Refusal} to refuse. */
export type Handler<O extends Operation> = (call: Call<O>) => Answer<O> | Promise<Answer<O>>;

/** The handlers of a record of operations: leaving one out does not compile. */
export type HandlersFor<Operations extends Record<string, Operation>> = {
  readonly [Id in keyof Operations]: Handler<Operations[Id]>;
};

/** A handler of any operation, as the engine calls it. */
export type AnyHandler = (call: Call<never>) => unknown;
