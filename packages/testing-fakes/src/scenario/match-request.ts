/** Matching of requests against conditions. */
import type { Arrival } from '../engine/arrival.js';
import type { RequestMatch } from './request-match.js';

/** The part of an arrival that can be matched, which a request of a batch has too. */
export type MatchedRequest = Pick<Arrival, 'method' | 'path' | 'operation' | 'bodyContains'> & {
  /** `custom_id`, if it is a request of a batch. */
  readonly customId?: string | undefined;
};

/** Whether a request matches. */
export function matchesRequest(match: RequestMatch, target: MatchedRequest): boolean {
  const { body_contains: content } = match;
  return unmetFields(match, target).length === 0 && (content === undefined || target.bodyContains(content));
}

/** Returns the fields that a request does not match, except for its body. */
function unmetFields(match: RequestMatch, target: MatchedRequest): ('path' | 'method' | 'operation')[] {
  const { path, method, operation: id } = match;
  const unmet: ('path' | 'method' | 'operation')[] = [];
  if (path !== undefined && !matchesPath(path, target.path)) unmet.push('path');
  if (method !== undefined && method !== target.method) unmet.push('method');
  if (id !== undefined && id !== target.operation?.id) unmet.push('operation');
  return unmet;
}

function matchesPath(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** Remembers which request came closest to a match, to explain why there was none. */
export class NearestRequest {
  #distance = Infinity;
  #target: MatchedRequest | undefined;

  /** Compares a request that does not match. */
  compare(match: RequestMatch, target: MatchedRequest): void {
    const distance = unmetFields(match, target).length;
    if (distance >= this.#distance) return;
    this.#distance = distance;
    const { method, path, operation } = target;
    // Without the body, which could be large.
    this.#target = { method, path, operation, bodyContains: () => false };
  }

  /** Describes the closest request as a diff. */
  describe(match: RequestMatch): string {
    const target = this.#target;
    if (target === undefined) return 'There was no other request.';
    const fields = unmetFields(match, target);
    const lines = fields.flatMap((field) => [
      `- ${field}: ${match[field]}`,
      `+ ${field}: ${field === 'operation' ? target.operation?.id : target[field]}`,
    ]);
    if (fields.length === 0) lines.push(`- body_contains: ${JSON.stringify(match.body_contains)}`);
    return [`The closest request was ${target.method} ${target.path.slice(0, 300)}:`, ...lines].join('\n');
  }
}
