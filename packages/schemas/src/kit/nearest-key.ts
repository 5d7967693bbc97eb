/** Suggests the key that was most likely meant. */

/** Longer keys are not compared. */
const MAX_LENGTH = 64;

/**
 * Two keys are similar if they differ by at most this many edits and share more than this fraction of their letters.
 */
const [MAX_EDITS, MIN_SIMILARITY] = [3, 0.4];

/**
 * Returns the known key that an unknown one resembles most. Case, dashes and underscores are ignored.
 *
 * @param key - The unknown key, for example `delayMs`.
 * @param known - The known keys, for example `delay_ms`.
 * @returns Undefined if none is similar.
 */
export function nearestKey(key: string, known: readonly string[]): string | undefined {
  if (key.length > MAX_LENGTH) return undefined;
  const letters = lettersOf(key);
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const name of known) {
    const other = lettersOf(name);
    const edits = editDistance(letters, other);
    const isSimilar =
      edits <= MAX_EDITS && 1 - edits / Math.max(letters.length, other.length) > MIN_SIMILARITY;
    if (isSimilar && edits < (nearest?.edits ?? Infinity)) nearest = { name, edits };
  }
  return nearest?.name;
}

function lettersOf(key: string): string {
  return key.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Counts the insertions, deletions and replacements of letters (Levenshtein distance). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const letter of from) {
    const above = row;
    const at = (column: number): number => above[column] ?? 0;
    row = [at(0) + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = at(column) + (letter === other ? 0 : 1);
      row.push(Math.min(at(column + 1) + 1, (row[column] ?? 0) + 1, replaced));
    }
  }
  return row.at(-1) ?? 0;
}
