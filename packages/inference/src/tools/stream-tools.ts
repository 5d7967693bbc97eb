/** The agent loop as one stream of updates. */
import type { Message, MessageStreamEvent } from '@parlance/schemas/inference';
import type { InferenceClient } from '../inference-client.js';
import { requireClient } from '../require-client.js';
import type { MessageStream } from '../message-stream.js';
import { PartialOutput } from '../output/partial-output.js';
import { startLoop } from './start-loop.js';
import type { ToolLoopUpdate } from './tool-loop.js';
import type { ToolLoopOptions } from './tool-loop-options.js';
import type { ToolRun, ToolRunParams } from './tool-run.js';
import type { AnySchema, OutputOf } from '../value-schema/value-schema.js';

/** An update of a run, discriminated by `type`. Updates are plain JSON, so you can send them to a browser unchanged. */
export type ToolRunUpdate = ToolEventUpdate | ToolOutputUpdate | ToolReplyUpdate | ToolLoopUpdate;

/** Emitted for each stream event of a reply. */
export interface ToolEventUpdate {
  readonly type: 'event';
  /** 0-based number of the reply. */
  readonly turn: number;
  /** The stream event. */
  readonly event: MessageStreamEvent;
}

/** Emitted when more of the structured output has arrived, if the params have `output`. */
export interface ToolOutputUpdate {
  readonly type: 'output';
  /** 0-based number of the reply. */
  readonly turn: number;
  /** The output so far, not validated. Each update has a new object. */
  readonly partial: unknown;
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

/**
 * Runs an agent like `runTools` and yields its updates: each stream event as it arrives, each reply when it is complete,
 * each turn when its tools have finished, and checkpoints. The run advances only while updates are consumed: the next
 * request is sent, and the next tools run, when you take the next update. Leaving the loop closes the connection.
 *
 * @param client - Inference client.
 * @param params - See {@link ToolRunParams}; and as `output`, the schema of the structured output of the last reply.
 * @param options - See {@link ToolLoopOptions}.
 * @returns A generator of updates; its return value is the run.
 * @throws {TurnLimitError} When the model still calls tools after `maxTurns` replies; all updates have been yielded.
 * @throws {ToolRunOutputError} When the last reply does not contain the requested `output`.
 * @throws {ConfigError} When an option, a tool or `output` is invalid, or `resumeFrom` belongs to another run.
 * @throws {AbortedError} When the signal is aborted, even while a tool is running.
 * @throws {ApiError} When the service responds with an error status.
 * @throws {StreamError} When the stream of a reply breaks.
 */
export async function* streamTools<const S extends AnySchema | undefined = undefined>(
  client: Pick<InferenceClient, 'messages'>,
  params: ToolRunParams & { readonly output?: S },
  options: ToolLoopOptions = {},
): AsyncGenerator<ToolRunUpdate, ToolRun<OutputOf<S>>, undefined> {
  requireClient(client, 'stream');
  return yield* startLoop<S, ToolEventUpdate | ToolOutputUpdate | ToolReplyUpdate>(
    client,
    params,
    options,
    (request, turn, call) =>
      updatesOf(client.messages.stream(request, call), turn, params.output !== undefined),
  );
}

/** Yields the updates of a reply. */
async function* updatesOf(
  stream: MessageStream,
  turn: number,
  hasOutput: boolean,
): AsyncGenerator<ToolEventUpdate | ToolOutputUpdate | ToolReplyUpdate, Message, undefined> {
  const output = new PartialOutput();
  for await (const event of stream) {
    yield { type: 'event', turn, event };
    if (!hasOutput || event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') continue;
    output.push(event.delta.text);
    if (output.value !== undefined) yield { type: 'output', turn, partial: structuredClone(output.value) };
  }
  const message = await stream.finalMessage();
  yield { type: 'reply', turn, message, requestId: stream.requestId };
  return message;
}
