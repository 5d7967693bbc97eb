/** The agent loop as one stream of updates. */
import type { CallOptions } from '@parlance/core-transport';
import { requireObject } from '@parlance/core-transport/internal';
import type { Message, MessageStreamEvent } from '@parlance/schemas/inference';
import type { InferenceClient } from '../inference-client.js';
import { requireClient } from '../require-client.js';
import { toolLoop, type ToolStepUpdate } from './tool-loop.js';
import type { ToolRun, ToolRunParams } from './tool-run.js';

/** An update of a run, discriminated by `type`. Updates are plain JSON, so you can send them to a browser unchanged. */
export type ToolRunUpdate = ToolEventUpdate | ToolReplyUpdate | ToolStepUpdate;

/** Emitted for each stream event of a reply. */
export interface ToolEventUpdate {
  readonly type: 'event';
  /** 0-based number of the reply. */
  readonly turn: number;
  /** The stream event. */
  readonly event: MessageStreamEvent;
}

/** Emitted when a reply is complete, before the tools that it calls run. */
export interface ToolReplyUpdate {
  readonly type: 'reply';
  /** 0-based number of the reply. */
  readonly turn: number;
  /** The complete reply. */
  readonly message: Message;
  /** Request id of the reply; null if the response did not include one. */
  readonly requestId: string | null;
}

/** Options for {@link streamTools}. */
export interface ToolStreamOptions extends CallOptions {
  /** Maximum number of replies. Default 20. */
  readonly maxTurns?: number | undefined;
}

/**
 * Runs an agent like `runTools` and yields its updates: each stream event as it arrives, each reply when it is
 * complete, and each turn when its tools have finished. The run advances only while updates are consumed: the next
 * request is sent, and the next tools run, when you take the next update. Leaving the loop closes the connection.
 *
 * @param client - Inference client.
 * @param params - See {@link ToolRunParams}.
 * @param options - See {@link ToolStreamOptions}.
 * @returns A generator of updates; its return value is the complete run.
 * @throws {TurnLimitError} When the model still calls tools after `maxTurns` replies; all updates have been yielded.
 * @throws {ConfigError} When `maxTurns` is not a number of at least 1, or a tool is malformed.
 * @throws {AbortedError} When the signal is aborted, even while a tool is running.
 * @throws {ApiError} When the service responds with an error status.
 * @throws {StreamError} When the stream of a reply breaks.
 */
export async function* streamTools(
  client: Pick<InferenceClient, 'messages'>,
  params: ToolRunParams,
  options: ToolStreamOptions = {},
): AsyncGenerator<ToolRunUpdate, ToolRun, undefined> {
  requireClient(client, 'stream');
  requireObject('options', options);
  const { maxTurns, ...call } = options;
  return yield* toolLoop<ToolEventUpdate | ToolReplyUpdate>({
    params,
    maxTurns,
    signal: options.signal,
    createReply: async function* (request, turn) {
      const stream = client.messages.stream(request, call);
      for await (const event of stream) yield { type: 'event', turn, event };
      const message = await stream.finalMessage();
      yield { type: 'reply', turn, message, requestId: stream.requestId };
      return message;
    },
  });
}
