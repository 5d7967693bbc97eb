/** Adds up usage. */
import type { IterationUsage, Usage } from '@parlance/schemas/inference';

/**
 * Adds up the usage of several replies. What is no number (region, tier) is the last reply's.
 *
 * @param usages - At least one.
 */
export function sumUsage(usages: readonly Usage[]): Usage {
  const [first, ...rest] = usages;
  if (first === undefined) throw new RangeError('There is no usage to add up.');
  return rest.reduce(add, first);
}

/**
 * Gives the passes that a usage counts: its iterations, of which some (a summary, the advisor's answers) are in none of
 * its own numbers, or itself when it was a single pass.
 *
 * @param usage - Usage of a reply, or of several.
 */
export function passesOf(usage: Usage): IterationUsage[] {
  const { iterations } = usage;
  if (iterations != null && iterations.length > 0) return iterations;
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

function add(first: Usage, second: Usage): Usage {
  const hasIterations = first.iterations != null || second.iterations != null;
  return {
    ...second,
    ...(hasIterations && { iterations: [...passesOf(first), ...passesOf(second)] }),
    input_tokens: first.input_tokens + second.input_tokens,
    output_tokens: first.output_tokens + second.output_tokens,
    cache_creation_input_tokens: plus(first.cache_creation_input_tokens, second.cache_creation_input_tokens),
    cache_read_input_tokens: plus(first.cache_read_input_tokens, second.cache_read_input_tokens),
    cache_creation: addCreation(first.cache_creation, second.cache_creation),
    server_tool_use: addServerTools(first.server_tool_use, second.server_tool_use),
  };
}

function plus(
  first: number | null | undefined,
  second: number | null | undefined,
): number | null | undefined {
  return first == null || second == null ? (first ?? second) : first + second;
}

function addCreation(
  first: Usage['cache_creation'],
  second: Usage['cache_creation'],
): Usage['cache_creation'] {
  if (first == null || second == null) return first ?? second;
  return {
    ephemeral_1h_input_tokens: first.ephemeral_1h_input_tokens + second.ephemeral_1h_input_tokens,
    ephemeral_5m_input_tokens: first.ephemeral_5m_input_tokens + second.ephemeral_5m_input_tokens,
  };
}

function addServerTools(
  first: Usage['server_tool_use'],
  second: Usage['server_tool_use'],
): Usage['server_tool_use'] {
  if (first == null || second == null) return first ?? second;
  return {
    web_fetch_requests: first.web_fetch_requests + second.web_fetch_requests,
    web_search_requests: first.web_search_requests + second.web_search_requests,
  };
}
