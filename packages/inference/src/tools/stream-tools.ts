/** The loop of an agent as one stream, for whoever shows it while it runs. */
import type { CallOptions } from '@parlance/core-transport';
import type { Message, MessageStreamEvent } from '@parlance/schemas/inference';
import type { InferenceClient } from '../inference-client.js';
import { toolLoop, type ToolStepUpdate } from './tool-loop.js';
import type { ToolRun, ToolRunParams } from './tool-run.js';

/** Something happened in a run; `turn` is the 0-based number of the reply. All of it is plain JSON. */
export type ToolRunUpdate = ToolEventUpdate | ToolReplyUpdate | ToolStepUpdate;

/** An event of a reply that is being written. */
export interface ToolEventUpdate {
  readonly type: 'event';
  readonly turn: number;
  readonly event: MessageStreamEvent;
}

/** A reply is complete; the tools that it calls have not been run yet. */
export interface ToolReplyUpdate {
  readonly type: 'reply';
  readonly turn: number;
  readonly message: Message;
  /** Id of its request; null when the service gave none. */
  readonly requestId: string | null;
}

/** Options of {@link streamTools}. */
export interface ToolStreamOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Most replies. Default 20. */
  readonly maxTurns?: number | undefined;
}

/**
 * Runs what `runTools` runs, and tells of it while it goes on: each event of each reply as it arrives, each reply when
 * it is complete, each turn when its tools have answered. Nothing is asked for and no tool is run before the updates so
 * far have been taken; leaving the loop closes the connection.
 *
 * @param client - Client.
 * @param params - See {@link ToolRunParams}.
 * @param options - See {@link ToolStreamOptions}.
 * @returns Updates; at the end, as the value of the generator, the whole run.
 * @throws {TurnLimitError} When the model does not stop in time; its last turn has been told of by then.
 * @throws {AbortedError} When the signal fires, while a tool runs too.
 * @throws {ApiError} When the service refuses or fails; {@link StreamError} when a stream breaks.
 */
export async function* streamTools(
  client: Pick<InferenceClient, 'messages'>,
  params: ToolRunParams,
  options: ToolStreamOptions = {},
): AsyncGenerator<ToolRunUpdate, ToolRun, undefined> {
  const { maxTurns, ...call } = options;
  return yield* toolLoop<ToolEventUpdate | ToolReplyUpdate>({
    params,
    maxTurns,
    signal: options.signal,
    ask: async function* (request, turn) {
      const stream = client.messages.stream(request, call);
      for await (const event of stream) yield { type: 'event', turn, event };
      const message = await stream.finalMessage();
      yield { type: 'reply', turn, message, requestId: stream.requestId };
      return message;
    },
  });
}
