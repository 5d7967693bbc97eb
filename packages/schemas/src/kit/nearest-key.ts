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

/**
 * Counts the insertions, deletions, replacements and swaps of neighboring letters (optimal string alignment
 * distance).
 */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          row > 1 && column > 1 && isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
