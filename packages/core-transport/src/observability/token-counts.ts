/** The number of tokens of a reply. A test lists the few other places that may read the counts in a usage. */

/** Token counts of a usage, summed over all passes of the model. A count that no pass reports is undefined. */
export interface TokenCounts {
  /** Input that was neither read from nor written to the cache. */
  readonly input: number | undefined;
  /** Input read from the cache. */
  readonly cacheRead: number | undefined;
  /** Input written to the cache. */
  readonly cacheWrite: number | undefined;
  /** The part of `cacheWrite` whose entries last an hour. */
  readonly cacheWrite1h: number | undefined;
  /** Output, including thinking. */
  readonly output: number | undefined;
  /** The part of `output` that is thinking. */
  readonly reasoning: number | undefined;
}

/**
 * Returns the token counts of a usage: those of all its passes, some of which, such as summaries and replies of the advisor,
 * are not part of the usage's own counts.
 *
 * @param usage - Usage of a reply or of one pass, or a sum from `sumUsage`.
 */
export function tokenCounts(usage: object): TokenCounts {
  const passes = passesOf(usage) as readonly Pass[];
  const { output_tokens_details: details } = usage as Pass;
  const sum = (name: keyof Pass): number | undefined => total(passes.map((pass) => pass[name]));
  return {
    input: sum('input_tokens'),
    cacheRead: sum('cache_read_input_tokens'),
    cacheWrite: sum('cache_creation_input_tokens'),
    cacheWrite1h: total(passes.map(({ cache_creation: creation }) => creation?.ephemeral_1h_input_tokens)),
    output: sum('output_tokens'),
    // Passes do not report it.
    reasoning: total([details?.thinking_tokens]),
  };
}

/** The counts of a pass as a service may send them. */
interface Pass {
  readonly input_tokens?: unknown;
  readonly cache_read_input_tokens?: unknown;
  readonly cache_creation_input_tokens?: unknown;
  readonly cache_creation?: { readonly ephemeral_1h_input_tokens?: unknown } | null;
  readonly output_tokens?: unknown;
  readonly output_tokens_details?: { readonly thinking_tokens?: unknown } | null;
}

/** Returns all input tokens of a usage, from the cache and elsewhere; undefined if none are reported. */
export function inputTokens({ input, cacheRead, cacheWrite }: TokenCounts): number | undefined {
  return total([input, cacheRead, cacheWrite]);
}

/** Returns the passes that a usage covers. A usage without iterations is a single pass. */
export function passesOf(usage: object): readonly object[] {
  const { iterations } = usage as { readonly iterations?: readonly object[] | null };
  return Array.isArray(iterations) && iterations.length > 0 ? (iterations as readonly object[]) : [usage];
}

function total(counts: readonly unknown[]): number | undefined {
  const known = counts.filter((count) => typeof count === 'number');
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0);
}
