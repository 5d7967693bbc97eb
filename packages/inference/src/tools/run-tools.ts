/** The agent loop: create a message, run the tools it calls, send the results, repeat. */
import { requireObject } from '@parlance/core-transport/internal';
import { createReply } from '../create-reply.js';
import type { InferenceClient } from '../inference-client.js';
import { requireClient } from '../require-client.js';
import type { MessageStream } from '../message-stream.js';
import { startLoop } from './start-loop.js';
import type { ToolLoopOptions } from './tool-loop-options.js';
import type { ToolRunCheckpoint } from './tool-run-checkpoint.js';
import type { ToolRun, ToolRunParams, ToolStep } from './tool-run.js';
import type { AnySchema, OutputOf } from '../value-schema/value-schema.js';

/** Options for {@link runTools}. */
export interface ToolRunOptions extends ToolLoopOptions {
  /**
   * Called with the stream of each reply before it is consumed, to add listeners with `on`. `turn` counts from 0. Without
   * it, replies are not streamed.
   */
  readonly onStream?: ((stream: MessageStream, turn: number) => void) | undefined;
  /**
   * Called after each turn, with the results of its tools, once `onCheckpoint` has resolved. The next turn starts once it
   * has resolved.
   */
  readonly onStep?: ((step: ToolStep) => void | Promise<void>) | undefined;
  /**
   * Called with a checkpoint before the tools of a turn run, and after each turn, even if the run then fails because a
   * callback threw or the signal was aborted. The run continues once it has resolved, so
   * a stored checkpoint is never behind by more than one turn. Pass the last one as `resumeFrom` in another process.
   */
  readonly onCheckpoint?: ((checkpoint: ToolRunCheckpoint) => void | Promise<void>) | undefined;
}

/**
 * Runs an agent. It creates a message, runs the tools that the reply calls, and sends their results back, until the model stops
 * calling tools. The model receives a result with `is_error` when a tool throws, times out, does not exist, or rejects its
 * input. Paused turns and pauses after compaction are resumed. To show a run while it happens, use `streamTools`.
 *
 * @param client - Inference client.
 * @param params - See {@link ToolRunParams}; and as `output`, the schema of the structured output of the last reply.
 * @param options - See {@link ToolRunOptions}.
 * @returns The run. `reason` distinguishes a completed run from one that a condition stopped or that left calls to you.
 * @throws {TurnLimitError} When the model still calls tools after `maxTurns` replies.
 * @throws {ToolRunOutputError} When the last reply does not contain the requested `output`.
 * @throws {ConfigError} When an option, a tool or `output` is invalid, or `resumeFrom` belongs to another run.
 * @throws {AbortedError} When the signal is aborted, even while a tool is running.
 * @throws {ApiError} When the service responds with an error status.
 * @throws {StreamError} When the stream of a reply breaks.
 */
export async function runTools<const S extends AnySchema | undefined = undefined>(
  client: Pick<InferenceClient, 'messages'>,
  params: ToolRunParams & { readonly output?: S },
  options: ToolRunOptions = {},
): Promise<ToolRun<OutputOf<S>>> {
  requireClient(client, 'create');
  requireObject('options', options);
  const { onStream, onStep, onCheckpoint, ...rest } = options;
  const loop = startLoop<S, never>(client, params, rest, (request, turn, call) =>
    createReply(client, request, call, onStream && ((stream) => onStream(stream, turn))),
  );
  for (;;) {
    const { done, value } = await loop.next();
    if (done === true) return value;
    if (value.type === 'checkpoint') await onCheckpoint?.(value.checkpoint);
    else if (value.type === 'step') {
      const { type: _, ...step } = value;
      await onStep?.(step);
    }
  }
}
