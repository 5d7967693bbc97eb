/** Checkpoints of runs: plain JSON from which another process resumes. */
import { ConfigError } from '@parlance/core-transport';
import { filterDigest, misfit } from '@parlance/core-transport/internal';
import type { Message, MessageParam, ToolResultBlockParam, Usage } from '@parlance/schemas/inference';
import type { MessageCost } from '../message-cost.js';

/**
 * State of a run, as plain JSON. It contains the conversation, so store it as securely as you store messages. Its
 * format can change between releases of this package.
 */
export interface ToolRunCheckpoint {
  /** Always `tool_run`. */
  readonly type: 'tool_run';
  /** Digest of the messages that the run was started with. */
  readonly origin: string;
  /** The conversation, up to the last reply and, if all its calls have results, the results. */
  readonly messages: readonly MessageParam[];
  /** The turns that the run has added; a number when they are the last turns of `messages`. */
  readonly newMessages: number | readonly MessageParam[];
  /** The last reply, whose content is in `messages`. */
  readonly reply: Omit<Message, 'content'>;
  /** Results of calls of the last reply, while other calls have no result yet. */
  readonly results: readonly ToolResultBlockParam[];
  /** Number of replies. */
  readonly turns: number;
  /** Summed usage of all replies. */
  readonly usage: Usage;
  /** Summed cost of all replies; absent without `prices`. */
  readonly cost?: MessageCost | undefined;
  /** True once the last reply has ended the run: resuming from this checkpoint returns its result and sends nothing. */
  readonly done?: true | undefined;
}

const SHAPE = {
  type: '',
  origin: '',
  messages: [{ role: '' }],
  reply: { model: '' },
  results: [{ tool_use_id: '' }],
  turns: 0,
  usage: {},
};

/**
 * Checks that a checkpoint belongs to a run.
 *
 * @param checkpoint - The value of `resumeFrom`.
 * @param messages - Messages of the params: those that the run was started with, or those of the checkpoint.
 * @throws {ConfigError} When it is not a checkpoint of a run, or belongs to another one.
 */
export function requireOwnCheckpoint(checkpoint: ToolRunCheckpoint, messages: readonly MessageParam[]): void {
  const { type, origin, newMessages } = checkpoint;
  const hasNew = typeof newMessages === 'number' || misfit(newMessages, [{ role: '' }]) === undefined;
  if (misfit(checkpoint, SHAPE) !== undefined || type !== 'tool_run' || !hasNew)
    throw new ConfigError('resumeFrom', 'resumeFrom must be a checkpoint of runTools or streamTools');
  const digest = filterDigest(messages);
  if (digest !== origin && digest !== filterDigest(checkpoint.messages))
    throw new ConfigError('resumeFrom', 'resumeFrom is a checkpoint of a run with other messages');
}
