import type { Naming, Operation } from '@parlance/schemas/kit';

/**
 * Translates between the contract's names and a deployment's own. Each method takes and returns plain JSON values and
 * must not modify its argument.
 */
export interface Codec {
  /** The deployment's names, for rules about the user's own keys. */
  readonly naming: Naming;
  /** Renames headers. Values stay as they are, except for beta names. */
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
  /** Translates a response body back, including error bodies. */
  decodeResponse(operation: Operation, body: unknown): unknown;
  /** Translates one stream event back. */
  decodeEvent(operation: Operation, event: unknown): unknown;
}
