/** Matching of requests against script conditions. */
import type { ModelTurn } from './turns.js';
import { PatternError, SearchPattern } from '../patterns/search-pattern.js';
import type { ScriptMatch } from './script.js';

/** Parts of a request that conditions apply to. */
export interface MatchTarget {
  readonly turn: ModelTurn | undefined;
  readonly tools: readonly string[];
}

/** An unmet condition. */
export interface Mismatch {
  readonly key: keyof ScriptMatch;
  readonly expected: string;
  readonly found: string;
}

/**
 * Returns the unmet conditions. An empty list means that the request matches.
 *
 * @param match - Conditions; undefined matches every request.
 * @param target - Parts of the request.
 */
export function mismatches(match: ScriptMatch | undefined, target: MatchTarget): readonly Mismatch[] {
  if (match === undefined) return [];
  const text = target.turn?.text ?? '';
  const results = target.turn?.results ?? '';
  const found: (Mismatch | false)[] = [
    differs(match, 'content_contains', { found: text, test: (wanted) => text.includes(wanted) }),
    differs(match, 'content_equals', { found: text, test: (wanted) => text === wanted }),
    differsFromPattern(match.content_pattern, text),
    differs(match, 'result_contains', { found: results, test: (wanted) => results.includes(wanted) }),
    match.tools !== undefined &&
      !match.tools.every((name) => target.tools.includes(name)) && {
        key: 'tools',
        expected: match.tools.join(', '),
        found: target.tools.join(', '),
      },
  ];
  return found.filter((one) => one !== false);
}

function differs(
  match: ScriptMatch,
  key: Exclude<keyof ScriptMatch, 'content_pattern' | 'tools'>,
  { found, test }: { readonly found: string; readonly test: (wanted: string) => boolean },
): Mismatch | false {
  const expected = match[key];
  return expected !== undefined && !test(expected) && { key, expected, found };
}

function differsFromPattern(expected: string | undefined, found: string): Mismatch | false {
  const key = 'content_pattern';
  try {
    return expected !== undefined && !new SearchPattern(expected).test(found) && { key, expected, found };
  } catch (error) {
    if (!(error instanceof PatternError) || expected === undefined) throw error;
    return { key, expected, found: `(not searched: the pattern ${error.message})` };
  }
}
