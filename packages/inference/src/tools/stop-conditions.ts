/** Conditions that end a run. */
import { ConfigError } from '@parlance/core-transport';
import { inputTokens, tokenCounts } from '@parlance/core-transport/internal';
import type { ToolRunProgress } from './tool-run.js';

/** Returns whether a run ends after its last turn. */
export type StopCondition = (run: ToolRunProgress) => boolean | Promise<boolean>;

/**
 * Ends a run after a number of replies. Unlike `maxTurns`, reaching it is not an error.
 *
 * @param count - Number of replies, including those before `resumeFrom`.
 */
export function stepCountIs(count: number): StopCondition {
  requirePositive('count', count);
  return ({ turns }) => turns >= count;
}

/**
 * Ends a run after a turn that calls a tool, for example a tool that the model calls to submit its result.
 *
 * @param names - Names of tools, any of which ends the run.
 */
export function hasToolCall(...names: readonly string[]): StopCondition {
  return ({ message }) =>
    message.content.some((block) => block.type === 'tool_use' && names.includes(block.name));
}

/**
 * Ends a run once its replies have used a number of tokens: input, including input read from and written to the cache,
 * and output, also of summaries and other passes of the model.
 *
 * @param count - Number of tokens, summed over all replies.
 */
export function tokenUsageReaches(count: number): StopCondition {
  requirePositive('count', count);
  return ({ usage }) => {
    const counts = tokenCounts(usage);
    return (inputTokens(counts) ?? 0) + (counts.output ?? 0) >= count;
  };
}

/**
 * Ends a run once its replies have cost an amount. The run needs the option `prices`.
 *
 * @param amount - Amount in the currency of the prices, summed over all replies.
 * @returns A condition that throws a `ConfigError` in a run without `prices`.
 */
export function costReaches(amount: number): StopCondition {
  requirePositive('amount', amount);
  return ({ cost }) => {
    if (cost === undefined) throw new ConfigError('prices', 'costReaches needs the option prices');
    return cost.total >= amount;
  };
}

function requirePositive(name: string, value: number): void {
  if (typeof value !== 'number' || !(value > 0))
    throw new ConfigError(name, `${name} must be a number above 0`);
}
