/** Whether a request fits, and where it does not. */
import type { ModelTurn } from '../model/turns.js';
import { PatternError, SearchPattern } from '../patterns/search-pattern.js';
import type { ScriptMatch } from './script.js';

/** What of a request is matched. */
export interface MatchTarget {
  readonly turn: ModelTurn | undefined;
  readonly tools: readonly string[];
}

/** A condition that does not hold. */
export interface Mismatch {
  readonly key: keyof ScriptMatch;
  readonly expected: string;
  readonly found: string;
}

/**
 * Gives the conditions that do not hold; none when the request fits.
 *
 * @param match - The conditions; undefined for none.
 * @param target - What is matched.
 */
export function mismatches(match: ScriptMatch | undefined, target: MatchTarget): readonly Mismatch[] {
  if (match === undefined) return [];
  const text = target.turn?.text ?? '';
  const results = target.turn?.results ?? '';
  const found: (Mismatch | false)[] = [
    differs(match, 'content_contains', { found: text, holds: (wanted) => text.includes(wanted) }),
    differs(match, 'content_equals', { found: text, holds: (wanted) => text === wanted }),
    differsFromPattern(match.content_pattern, text),
    differs(match, 'result_contains', { found: results, holds: (wanted) => results.includes(wanted) }),
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
  { found, holds }: { readonly found: string; readonly holds: (wanted: string) => boolean },
): Mismatch | false {
  const expected = match[key];
  return expected !== undefined && !holds(expected) && { key, expected, found };
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
