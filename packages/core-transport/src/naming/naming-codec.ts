import { namingCodec, namingProblem, parseNaming } from '@parlance/schemas/kit';
import type { Naming, NamingTable, Operation } from '@parlance/schemas/kit';
import { environment } from '../environment.js';
import { ConfigError } from '../errors/request-errors.js';

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

/**
 * Creates the codec of a client from its `naming` option or `PARLANCE_NAMING`.
 *
 * @returns Undefined if there is nothing to translate.
 * @throws {ConfigError} When a name is invalid.
 */
export function codecOf(option: Naming | undefined, table: NamingTable | undefined): Codec | undefined {
  const naming = option ?? environmentNaming();
  if (naming === undefined) return undefined;
  const tables = table === undefined ? [] : [table];
  const problem = namingProblem(naming, tables);
  if (problem !== undefined) throw new ConfigError('naming', `naming: ${problem}`);
  const names = namingCodec(naming, tables);
  if (names === undefined) return undefined;
  return {
    naming,
    encodeHeaders: (headers) => {
      const renamed: Record<string, string> = {};
      for (const name in headers) {
        const value = headers[name] as string;
        renamed[names.encodeHeader(name)] = name === 'vendor-beta' ? names.encodeWord(value) : value;
      }
      return renamed;
    },
    decodeHeaders: (headers) => {
      const renamed: Record<string, string> = {};
      for (const name in headers) renamed[names.decodeHeader(name)] = headers[name] as string;
      return renamed;
    },
    encodeParams: (operation: Operation, params) =>
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, names.encodeParam(operation, name, value)]),
      ),
    encodeQuery: (operation, query) => names.encode(operation, 'query', query) as object,
    encodeBody: (operation, body) => names.encode(operation, 'body', body),
    decodeResponse: (operation, body) => names.decode(operation, 'response', body),
    decodeEvent: (operation, event) => names.decode(operation, 'event', event),
  };
}

function environmentNaming(): Naming | undefined {
  const text = environment('PARLANCE_NAMING');
  if (text === undefined || text === '') return undefined;
  const naming = parseNaming(text);
  if (naming === undefined)
    throw new ConfigError('naming', 'PARLANCE_NAMING must have the form vendor=x,assistant=y,githost=z');
  return naming;
}
