/** Converts agent runs to the message stream that `useChat` of the AI SDK reads. */
import type {
  LanguageModelV4Citation,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import {
  ConfigError,
  sumUsage,
  type ToolCallResult,
  type ToolRunCheckpoint,
  type ToolRunUpdate,
} from '@parlance/inference';
import type { ContentBlock, Message, MessageStreamEvent, Usage } from '@parlance/schemas/inference';
import { blockContent } from './reply-content.js';
import { readable } from './sdk-calls.js';
import { streamParts } from './stream-parts.js';
import { ToolNames } from './tool-names.js';

/** A chunk of a message stream, assignable to `UIMessageChunk` of the AI SDK. */
export type UiMessageChunk =
  | { type: 'start' | 'start-step' | 'finish-step' }
  | { type: 'finish'; messageMetadata?: UiMessageMetadata }
  | { type: 'text-start' | 'reasoning-start'; id: string }
  | {
      type: 'text-end';
      id: string;
      citations?: LanguageModelV4Citation[];
      providerMetadata?: SharedV4ProviderMetadata;
    }
  | { type: 'reasoning-end'; id: string; providerMetadata?: SharedV4ProviderMetadata }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string }
  | {
      type: 'tool-input-start';
      toolCallId: string;
      toolName: string;
      providerExecuted?: boolean;
      dynamic?: boolean;
    }
  | { type: 'tool-input-delta'; toolCallId: string; inputTextDelta: string }
  | {
      type: 'tool-input-available';
      toolCallId: string;
      toolName: string;
      input: unknown;
      providerExecuted?: boolean;
      dynamic?: boolean;
      providerMetadata?: SharedV4ProviderMetadata;
    }
  | { type: 'tool-approval-request'; approvalId: string; toolCallId: string }
  | {
      type: 'tool-output-available';
      toolCallId: string;
      output: unknown;
      providerExecuted?: boolean;
      dynamic?: boolean;
      providerMetadata?: SharedV4ProviderMetadata;
    }
  | {
      type: 'tool-output-error';
      toolCallId: string;
      errorText: string;
      providerExecuted?: boolean;
      dynamic?: boolean;
      providerMetadata?: SharedV4ProviderMetadata;
    }
  | { type: 'tool-output-denied'; toolCallId: string }
  | {
      type: 'source-url';
      sourceId: string;
      url: string;
      title?: string;
      providerMetadata?: SharedV4ProviderMetadata;
    }
  | {
      type: 'source-document';
      sourceId: string;
      mediaType: string;
      title: string;
      providerMetadata?: SharedV4ProviderMetadata;
    }
  | { type: 'custom'; kind: `${string}.${string}`; providerMetadata?: SharedV4ProviderMetadata }
  | { type: 'error'; errorText: string };

/** The `metadata` of a message that {@link toUIMessageStream} creates. */
export interface UiMessageMetadata {
  /** Model of the last reply. */
  model: string;
  /** Summed usage of the replies. */
  usage: Usage;
}

/** Options for {@link toUIMessageStream}. */
export interface UiMessageStreamOptions {
  /** Returns the text that the user sees when the run fails. Default: a general text, because messages of errors may contain internals. */
  readonly onError?: ((error: unknown) => string) | undefined;
  /**
   * Receives each checkpoint of the run, from which it is resumed once the page has decided on calls. The stream continues when the
   * promise that it returns is fulfilled.
   */
  readonly onCheckpoint?: ((checkpoint: ToolRunCheckpoint) => void | PromiseLike<void>) | undefined;
}

/**
 * Converts the updates of a run to a stream for `useChat`. Calls that wait for approval become requests for approval, and the message's
 * metadata has the model and the usage. Pass it to `createUIMessageStreamResponse` of the AI SDK. Cancelling
 * the stream, for example because the user has left the page, ends the run.
 *
 * @param run - Updates, from `streamTools`.
 * @param options - See {@link UiMessageStreamOptions}.
 * @throws {ConfigError} When `run` is not the result of `streamTools`.
 */
export function toUIMessageStream(
  run: AsyncIterable<ToolRunUpdate>,
  options: UiMessageStreamOptions = {},
): ReadableStream<UiMessageChunk> {
  if (typeof run?.[Symbol.asyncIterator] !== 'function')
    throw new ConfigError('run', 'run must be the updates of a run, from streamTools');
  return readable(chunksOf(run, options ?? {}));
}

async function* chunksOf(
  run: AsyncIterable<ToolRunUpdate>,
  { onError = () => 'An error occurred.', onCheckpoint }: UiMessageStreamOptions,
): AsyncGenerator<UiMessageChunk, undefined> {
  yield { type: 'start' };
  try {
    const blocks = new BlockChunks();
    let messageMetadata: UiMessageMetadata | undefined;
    for await (const update of run) {
      if (update.type === 'event') yield* blocks.chunks(update.event, update.turn);
      else if (update.type === 'step') yield* stepChunks(update.calls);
      else if (update.type === 'checkpoint') await onCheckpoint?.(update.checkpoint);
      else if (update.type === 'approval') yield* update.calls.map(approvalRequest);
      else if (update.type === 'reply') {
        const { model, usage } = update.message;
        const before = messageMetadata === undefined ? [] : [messageMetadata.usage];
        messageMetadata = { model, usage: sumUsage([...before, usage]) };
        yield* inputChunks(update.message);
      }
    }
    yield { type: 'finish', ...(messageMetadata !== undefined && { messageMetadata }) };
  } catch (error) {
    yield { type: 'error', errorText: onError(error) };
  }
  return undefined;
}

/** A call is decided once, so its id is that of the request for approval too. */
function approvalRequest({ id }: { readonly id: string }): UiMessageChunk {
  return { type: 'tool-approval-request', approvalId: id, toolCallId: id };
}

function stepChunks(calls: readonly ToolCallResult[]): UiMessageChunk[] {
  const results = calls.map(({ toolUseId: toolCallId, status, output }): UiMessageChunk => {
    if (status === 'completed') return { type: 'tool-output-available', toolCallId, output };
    if (status === 'denied') return { type: 'tool-output-denied', toolCallId };
    return { type: 'tool-output-error', toolCallId, errorText: textOf(output) };
  });
  return [...results, { type: 'finish-step' }];
}

/** Converts events. Of texts and inputs that arrive in pieces, only what the end of a block needs is kept. */
class BlockChunks {
  #content: ContentBlock[] = [];
  #input = '';

  chunks(event: MessageStreamEvent, turn: number): UiMessageChunk[] {
    if (event.type === 'message_start') {
      this.#content = [];
      return [{ type: 'start-step' }];
    }
    this.#keep(event);
    const reply = { content: this.#content, names: NO_TOOLS, prefix: `${turn}-` };
    return streamParts(event, reply).flatMap(chunksOfPart);
  }

  #keep(event: MessageStreamEvent): void {
    if (event.type === 'content_block_start') {
      this.#content[event.index] = { ...event.content_block };
      this.#input = '';
    }
    if (event.type !== 'content_block_delta' && event.type !== 'content_block_stop') return;
    const block = this.#content[event.index];
    if (block === undefined) return;
    const { delta } = event.type === 'content_block_delta' ? event : {};
    if (delta?.type === 'signature_delta') Object.assign(block, { signature: delta.signature });
    if (delta?.type === 'input_json_delta') this.#input += delta.partial_json;
    if (delta?.type === 'citations_delta' && block.type === 'text')
      Object.assign(block, { citations: [...(block.citations ?? []), delta.citation] });
    // The input of a client tool is that of the whole reply: this one can be cut off.
    if (event.type === 'content_block_stop' && this.#input !== '' && block.type !== 'tool_use')
      Object.assign(block, { input: JSON.parse(this.#input) });
  }
}

const NO_TOOLS: ToolNames = new ToolNames();

/** Converts parts. Calls of client tools follow with the reply. */
function chunksOfPart(part: LanguageModelV4StreamPart): UiMessageChunk[] {
  switch (part.type) {
    case 'text-start':
    case 'reasoning-start':
    case 'text-delta':
    case 'reasoning-delta':
    case 'text-end':
    case 'reasoning-end':
    case 'custom':
      return [part];
    case 'tool-input-start': {
      const { id: toolCallId, type, toolName, providerExecuted, dynamic } = part;
      return [
        {
          type,
          toolCallId,
          toolName,
          ...(providerExecuted && { providerExecuted }),
          ...(dynamic && { dynamic }),
        },
      ];
    }
    case 'tool-input-delta':
      return [{ type: part.type, toolCallId: part.id, inputTextDelta: part.delta }];
    case 'tool-call': {
      const { type: _type, input, ...call } = part;
      return call.providerExecuted
        ? [{ type: 'tool-input-available', ...call, input: JSON.parse(input) }]
        : [];
    }
    case 'tool-result': {
      const { type: _type, toolName: _name, toolCallId, result, isError, ...facts } = part;
      const fields = { toolCallId, ...facts, providerExecuted: true };
      return isError
        ? [{ type: 'tool-output-error', errorText: JSON.stringify(result), ...fields }]
        : [{ type: 'tool-output-available', output: result, ...fields }];
    }
    case 'source': {
      const { type: _type, id: sourceId, ...source } = part;
      if (source.sourceType === 'document')
        return [{ type: 'source-document', sourceId, ...omitKind(source) }];
      return [{ type: 'source-url', sourceId, ...omitKind(source) }];
    }
    default:
      return [];
  }
}

function omitKind<T extends { sourceType: string }>({
  sourceType: _sourceType,
  ...source
}: T): Omit<T, 'sourceType'> {
  return source;
}

/** Returns the calls of client tools. */
function inputChunks({ content }: Message): UiMessageChunk[] {
  return content.flatMap((block, index): UiMessageChunk[] => {
    if (block.type !== 'tool_use') return [];
    const reply = { content, names: NO_TOOLS, prefix: '' };
    return blockContent(block, index, reply).flatMap((part): UiMessageChunk[] => {
      if (part.type !== 'tool-call') return [];
      const { type: _type, ...call } = part;
      return [{ type: 'tool-input-available', ...call, input: block.input }];
    });
  });
}

function textOf(output: string | readonly { readonly type: string }[]): string {
  if (typeof output === 'string') return output;
  return output.flatMap((block) => ('text' in block ? [String(block.text)] : [])).join('\n');
}
