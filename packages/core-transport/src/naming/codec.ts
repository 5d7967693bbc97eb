import type { Operation } from '@parlance/schemas/kit';

/**
 * Translates between the contract's words and a deployment's own. A pipeline without one pays nothing. Every member
 * takes and returns plain JSON values; it must not change its argument.
 */
export interface Codec {
  /** Renames header names; values are left alone except for beta names. */
  encodeHeaders(headers: Readonly<Record<string, string>>): Record<string, string>;
  /** Translates path parameters, for example a model id. */
  encodeParams(
    operation: Operation,
    params: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>>;
  /** Translates query parameters. */
  encodeQuery(operation: Operation, query: object): object;
  /** Translates a request body. */
  encodeBody(operation: Operation, body: unknown): unknown;
  /** Renames response header names back. */
  decodeHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Translates a response body back; error bodies too. */
  decodeResponse(operation: Operation, body: unknown): unknown;
  /** Translates one stream event back. */
  decodeEvent(operation: Operation, event: unknown): unknown;
}
