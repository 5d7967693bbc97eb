import type { Operation } from '@parlance/schemas/kit';
import { mergeHeaders } from './header-values.js';
import { compilePath } from './path-template.js';
import type { PathWriter } from './path-template.js';

/** What a client works out once for each operation. */
export interface PreparedOperation {
  readonly operation: Operation;
  readonly path: PathWriter;
  /** Every header but the credential and the content type. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers of a client that are the same for all its operations. */
export interface HeaderFacts {
  readonly version: string;
  readonly betas: readonly string[];
  readonly extra: Readonly<Record<string, string | null>> | undefined;
}

/** Works out what an operation needs for each call. */
export function prepareOperation(operation: Operation, facts: HeaderFacts): PreparedOperation {
  const headers: Record<string, string> = {
    accept: operation.download === 'bytes' ? '*/*' : 'application/json',
    'vendor-version': facts.version,
  };
  const betas = joinBetas(facts.betas, undefined, operation.beta);
  if (betas !== '') headers['vendor-beta'] = betas;
  // A browser sends its own, and would ask the server for leave to send ours.
  if (!('document' in globalThis)) headers['user-agent'] = 'parlance-js';
  if (facts.extra !== undefined) mergeHeaders(headers, facts.extra, 'headers');
  return { operation, path: compilePath(operation.path), headers };
}

/** Joins beta names: the client's, then the call's, then the operation's own; each once. */
export function joinBetas(
  client: readonly string[],
  call: readonly string[] | undefined,
  operation: string | undefined,
): string {
  const names = new Set([...client, ...(call ?? [])]);
  if (operation !== undefined) {
    names.delete(operation);
    names.add(operation);
  }
  return [...names].join(',');
}
