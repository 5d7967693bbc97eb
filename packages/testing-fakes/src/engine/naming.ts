/** Translation between the names of a deployment and those of the documentation, at the edge of the engine. */
import {
  adminNaming,
  complianceNaming,
  inferenceNaming,
  managedAgentsNaming,
  namingCodec,
  namingProblem,
  type Naming,
  type NamingTable,
  type Operation,
} from '@parlance/schemas';
import type { RequestHeaders } from './message.js';
import type { ContractWords } from './refusal.js';

/** Translates requests to the names of the documentation, and responses to those of the deployment. */
export interface Translation {
  /** The deployment's names. */
  readonly naming: Naming;
  /** Drops headers that already use the names of the documentation, because the deployment does not know them. */
  readHeaders(headers: RequestHeaders): RequestHeaders;
  readParams(
    operation: Operation,
    params: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>>;
  readQuery(operation: Operation, query: unknown): unknown;
  readBody(operation: Operation, body: unknown): unknown;
  writeHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  writeResponse(operation: Operation, part: 'response' | 'event', value: unknown): unknown;
  /** Translates words of the documentation in an error message. */
  writeWords(words: ContractWords): string;
}

/** Naming tables of all services. */
export const TABLES: readonly NamingTable[] = [
  inferenceNaming,
  managedAgentsNaming,
  complianceNaming,
  adminNaming,
];
const BETA = 'vendor-beta';
/** On its own, `assistant` is the role of a turn, which no deployment renames. */
const WORDS_IN_TEXT = /\b(?:vendor|githost)(?=[-_]|\b)|(?<=[-_])assistant|assistant(?=[-_])/g;
const EXPOSED = 'access-control-expose-headers';

/** Returns the problem of an invalid naming; undefined for a valid one. */
export function problemOfNaming(naming: Naming): string | undefined {
  return namingProblem(naming, TABLES);
}

/**
 * Creates the translation for a naming.
 *
 * @param naming - The deployment's names, not validated yet.
 * @returns Undefined when the names are those of the documentation.
 * @throws {TypeError} When the naming is invalid. The message names the key.
 */
export function createTranslation(naming: Naming | undefined): Translation | undefined {
  if (naming === undefined) return undefined;
  const problem = problemOfNaming(naming);
  if (problem !== undefined) throw new TypeError(`naming: ${problem}`);
  const codec = namingCodec(naming, TABLES, { isStrict: true });
  if (codec === undefined) return undefined;
  const isRenamed = (naming.vendor ?? 'vendor') !== 'vendor';
  return {
    naming,
    readHeaders: (headers) => {
      const known = Object.entries(headers).filter(([name]) => !(isRenamed && name.startsWith('vendor-')));
      const read = Object.fromEntries(known.map(([name, value]) => [codec.decodeHeader(name), value]));
      const betas = read[BETA];
      if (betas !== undefined)
        read[BETA] = codec.decodeWord(typeof betas === 'string' ? betas : betas.join(','));
      return read;
    },
    readParams: (operation, params) =>
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, codec.decodeParam(operation, name, value)]),
      ),
    readQuery: (operation, query) => codec.decode(operation, 'query', query),
    readBody: (operation, body) => codec.decode(operation, 'body', body),
    writeHeaders: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          codec.encodeHeader(name),
          name === EXPOSED ? codec.encodeWord(value) : value,
        ]),
      ),
    writeResponse: (operation, part, value) => codec.encode(operation, part, value),
    writeWords: ({ words, isIdentifier }) =>
      isIdentifier ? codec.encodeWord(words) : words.replaceAll(WORDS_IN_TEXT, codec.encodeWord),
  };
}
