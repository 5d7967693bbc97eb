/** Decisions on tool calls before they run. */
import { ConfigError } from '@parlance/core-transport';
import type { ToolUseBlock } from '@parlance/schemas/inference';

/**
 * Decision on a tool call: `allow` runs it, `{ allow: input }` runs it with another input, `deny` and
 * `{ deny: reason }` send an error result to the model, and `leave` leaves the call to the caller of the run.
 */
export type ToolApproval =
  'allow' | 'deny' | 'leave' | { readonly allow: Record<string, unknown> } | { readonly deny: string };

/** Passed to {@link ApproveTool} with the call. */
export interface ToolApprovalContext {
  /** 0-based number of the turn. */
  readonly turn: number;
  /** Aborted when the run is aborted. */
  readonly signal: AbortSignal;
}

/** Decides on a call of a tool that needs approval. */
export type ApproveTool = (
  call: ToolUseBlock,
  context: ToolApprovalContext,
) => ToolApproval | Promise<ToolApproval>;

/** A validated decision on a call. */
export type CallDecision =
  | { readonly kind: 'run'; readonly input: Record<string, unknown> }
  | { readonly kind: 'deny'; readonly reason: string }
  | { readonly kind: 'leave' };

/**
 * Validates a decision.
 *
 * @throws {ConfigError} When the value is not supported. The run fails, because there is no decision.
 */
export function readApproval(approval: ToolApproval, call: ToolUseBlock): CallDecision {
  if (approval === 'allow') return { kind: 'run', input: call.input };
  if (approval === 'deny') return { kind: 'deny', reason: 'The call was denied.' };
  if (approval === 'leave') return { kind: 'leave' };
  if (typeof approval === 'object' && approval !== null) {
    if ('deny' in approval && typeof approval.deny === 'string')
      return { kind: 'deny', reason: approval.deny };
    if ('allow' in approval && typeof approval.allow === 'object' && approval.allow !== null)
      return { kind: 'run', input: approval.allow };
  }
  const text = "approve must return 'allow', 'deny', 'leave', { allow: input } or { deny: reason }";
  throw new ConfigError('approve', text);
}
