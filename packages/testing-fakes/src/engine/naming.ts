/** A deployment's own words, at the edge of the engine: requests are read, and answers written, in them. */
import {
  adminNaming,
  complianceNaming,
  inferenceNaming,
  managedAgentsNaming,
  namingCodec,
  namingProblem,
  type Naming,
  type Operation,
} from '@parlance/schemas';
import type { RequestHeaders } from './message.js';

/** Translates between the documents' words and a deployment's. */
export interface Translation {
  /** Gives the documents' names of header fields. What has the documents' names already is unknown to the deployment. */
  readHeaders(headers: RequestHeaders): RequestHeaders;
  readParams(
    operation: Operation,
    params: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>>;
  readQueryName(name: string): string;
  readQuery(operation: Operation, query: unknown): unknown;
  readBody(operation: Operation, body: unknown): unknown;
  writeHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  writeAnswer(operation: Operation, part: 'response' | 'event', value: unknown): unknown;
  /** Translates a message for people. */
  writeMessage(text: string): string;
}

const TABLES = [inferenceNaming, managedAgentsNaming, complianceNaming, adminNaming];
const BETA = 'vendor-beta';
const EXPOSED = 'access-control-expose-headers';

/** Says why a naming cannot be used, undefined when it can. */
export function problemOfNaming(naming: Naming): string | undefined {
  return namingProblem(naming, TABLES);
}

/**
 * Makes the translation of a naming.
 *
 * @param naming - The deployment's words, of any type, because they may come from a command line.
 * @returns Undefined when they are the documents' words, so that the default costs nothing.
 * @throws {TypeError} When they cannot be used; the message names the key.
 */
export function createTranslation(naming: Naming | undefined): Translation | undefined {
  if (naming === undefined) return undefined;
  const problem = problemOfNaming(naming);
  if (problem !== undefined) throw new TypeError(`naming: ${problem}`);
  const codec = namingCodec(naming, TABLES);
  if (codec === undefined) return undefined;
  const isRenamed = (naming.vendor ?? 'vendor') !== 'vendor';
  return {
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
    readQueryName: codec.decodeWord,
    readQuery: (operation, query) => codec.decode(operation, 'query', query),
    readBody: (operation, body) => codec.decode(operation, 'body', body),
    writeHeaders: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          codec.encodeHeader(name),
          name === EXPOSED ? codec.encodeWord(value) : value,
        ]),
      ),
    writeAnswer: (operation, part, value) => codec.encode(operation, part, value),
    writeMessage: (text) =>
      // Alone, `assistant` is the speaker of a turn, whatever the product is called.
      text.replaceAll(
        /\b(?:vendor|githost)(?=[-_]|\b)|(?<=[-_])assistant|assistant(?=[-_])/g,
        codec.encodeWord,
      ),
  };
}
