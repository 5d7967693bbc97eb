/** Adds up token usage. */
import { ConfigError } from '@parlance/core-transport';
import { passesOf, requireObjects } from '@parlance/core-transport/internal';
import type { IterationUsage, Usage } from '@parlance/schemas/inference';

/**
 * Adds up the usage of several replies, for example to price a whole run with `messageCost`. Counts that a usage omits
 * are treated like null. Fields that are not counts, such as the region and the service tier, come from the last usage, so
 * sum the usage of batches on its own.
 *
 * @param usages - At least one usage.
 * @throws {ConfigError} When `usages` is empty, or not an array of objects.
 */
export function sumUsage(usages: readonly Usage[]): Usage {
  requireObjects('usages', usages);
  const [first, ...rest] = usages;
  if (first === undefined) throw new ConfigError('usages', 'usages must contain at least one usage');
  return rest.reduce(add, first);
}

/** Returns the passes of a usage. Its own counts become a pass of their own. */
function iterationsOf(usage: Usage): IterationUsage[] {
  const passes = passesOf(usage);
  if (passes[0] !== usage) return [...(passes as IterationUsage[])];
  return [
    {
      type: 'message',
      cache_creation: usage.cache_creation,
      cache_creation_input_tokens: usage.cache_creation_input_tokens ?? 0,
      cache_read_input_tokens: usage.cache_read_input_tokens ?? 0,
      input_tokens: usage.input_tokens,
      output_tokens: usage.output_tokens,
    },
  ];
}

type Count = number | null | undefined;

const CACHE_COUNTS = ['ephemeral_1h_input_tokens', 'ephemeral_5m_input_tokens'] as const;
const TOOL_COUNTS = ['web_fetch_requests', 'web_search_requests'] as const;

function add(first: Usage, second: Usage): Usage {
  const hasIterations = first.iterations != null || second.iterations != null;
  return {
    ...second,
    ...(hasIterations && { iterations: [...iterationsOf(first), ...iterationsOf(second)] }),
    input_tokens: total(first.input_tokens, second.input_tokens),
    output_tokens: total(first.output_tokens, second.output_tokens),
    ...addDetails(first.output_tokens_details, second.output_tokens_details),
    cache_creation_input_tokens: plus(first.cache_creation_input_tokens, second.cache_creation_input_tokens),
    cache_read_input_tokens: plus(first.cache_read_input_tokens, second.cache_read_input_tokens),
    cache_creation: addCounts(first.cache_creation, second.cache_creation, CACHE_COUNTS),
    server_tool_use: addCounts(first.server_tool_use, second.server_tool_use, TOOL_COUNTS),
  };
}

function plus(first: Count, second: Count): Count {
  return first == null || second == null ? (first ?? second) : first + second;
}

function total(first: Count, second: Count): number {
  return plus(first, second) ?? 0;
}

/** Adds up the named counts of two records, unless one of them is missing. */
function addCounts<Counts extends object>(
  first: Counts | null | undefined,
  second: Counts | null | undefined,
  names: readonly (keyof Counts)[],
): Counts | null | undefined {
  if (first == null || second == null) return first ?? second;
  // Both have counts of these names only.
  const sums = names.map((name) => [name, total(first[name] as Count, second[name] as Count)]);
  return Object.fromEntries(sums) as Counts;
}

type Details = Usage['output_tokens_details'];

function addDetails(first: Details, second: Details): Pick<Usage, 'output_tokens_details'> {
  if (first == null && second == null) return {};
  const thinking_tokens = total(first?.thinking_tokens, second?.thinking_tokens);
  return { output_tokens_details: { thinking_tokens } };
}
