/** Converts agent runs to the message stream that `useChat` of the AI SDK reads. */
import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { ConfigError, type ToolCallResult, type ToolRunUpdate } from '@parlance/inference';
import type { ContentBlock, Message, MessageStreamEvent, TextCitation } from '@parlance/schemas/inference';
import { readable } from './parlance-language-model.js';
import { blockContent, citedFields } from './reply-content.js';

/** A chunk of a message stream, assignable to `UIMessageChunk` of the AI SDK. */
export type UiMessageChunk =
  | { type: 'start' | 'start-step' | 'finish-step' | 'finish' }
  | { type: 'text-start' | 'reasoning-start'; id: string }
  | { type: 'text-end' | 'reasoning-end'; id: string; providerMetadata?: SharedV4ProviderMetadata }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string }
  | { type: 'tool-input-start'; toolCallId: string; toolName: string }
  | { type: 'tool-input-delta'; toolCallId: string; inputTextDelta: string }
  | {
      type: 'tool-input-available';
      toolCallId: string;
      toolName: string;
      input: unknown;
      providerMetadata?: SharedV4ProviderMetadata;
    }
  | { type: 'tool-output-available'; toolCallId: string; output: unknown }
  | { type: 'tool-output-error'; toolCallId: string; errorText: string }
  | { type: 'source-url'; sourceId: string; url: string; title?: string }
  | { type: 'custom'; kind: `${string}.${string}`; providerMetadata: SharedV4ProviderMetadata }
  | { type: 'error'; errorText: string };

/** Options for {@link toUIMessageStream}. */
export interface UiMessageStreamOptions {
  /** Returns the text that the user sees when the run fails. Default: a general text, because messages of errors may contain internals. */
  readonly onError?: ((error: unknown) => string) | undefined;
}

/**
 * Converts the updates of a run to a stream for `useChat`. Pass it to `createUIMessageStreamResponse` of the AI SDK. Cancelling
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
  const { onError = () => 'An error occurred.' } = options ?? {};
  return readable(chunksOf(run, onError));
}

async function* chunksOf(
  run: AsyncIterable<ToolRunUpdate>,
  onError: (error: unknown) => string,
): AsyncGenerator<UiMessageChunk, undefined> {
  yield { type: 'start' };
  try {
    const blocks = new BlockChunks();
    for await (const update of run) {
      if (update.type === 'event') yield* blocks.chunks(update.event, update.turn);
      else if (update.type === 'reply') yield* replyChunks(update.message, update.turn);
      else if (update.type === 'step') yield* stepChunks(update.calls);
    }
    yield { type: 'finish' };
  } catch (error) {
    yield { type: 'error', errorText: onError(error) };
  }
  return undefined;
}

function stepChunks(calls: readonly ToolCallResult[]): UiMessageChunk[] {
  const results = calls.map(({ toolUseId: toolCallId, status, output }): UiMessageChunk =>
    status === 'completed'
      ? { type: 'tool-output-available', toolCallId, output }
      : { type: 'tool-output-error', toolCallId, errorText: textOf(output) },
  );
  return [...results, { type: 'finish-step' }];
}

/** Converts events. Blocks are complete before the next one starts, so only the open block is kept. */
class BlockChunks {
  #open: ContentBlock | undefined;
  #signature = '';
  #input = '';
  #citations: TextCitation[] = [];

  chunks(event: MessageStreamEvent, turn: number): UiMessageChunk[] {
    if (event.type === 'message_start') return [{ type: 'start-step' }];
    if (event.type === 'content_block_start')
      return this.#start(event.content_block, `${turn}-${event.index}`);
    if (event.type === 'content_block_stop') return this.#stop(event.index, `${turn}-${event.index}`);
    if (event.type !== 'content_block_delta') return [];
    const { delta } = event;
    const id = `${turn}-${event.index}`;
    if (delta.type === 'text_delta') return [{ type: 'text-delta', id, delta: delta.text }];
    if (delta.type === 'thinking_delta') return [{ type: 'reasoning-delta', id, delta: delta.thinking }];
    if (delta.type === 'signature_delta') this.#signature = delta.signature;
    if (delta.type === 'citations_delta') this.#citations.push(delta.citation);
    if (delta.type !== 'input_json_delta') return [];
    if (this.#open?.type === 'tool_use')
      return [{ type: 'tool-input-delta', toolCallId: this.#open.id, inputTextDelta: delta.partial_json }];
    this.#input += delta.partial_json;
    return [];
  }

  #start(block: ContentBlock, id: string): UiMessageChunk[] {
    this.#open = block;
    this.#signature = block.type === 'thinking' ? (block.signature ?? '') : '';
    this.#input = '';
    this.#citations = block.type === 'text' ? [...(block.citations ?? [])] : [];
    if (block.type === 'text') {
      const start: UiMessageChunk = { type: 'text-start', id };
      return block.text === '' ? [start] : [start, { type: 'text-delta', id, delta: block.text }];
    }
    if (block.type === 'thinking' || block.type === 'redacted_thinking')
      return [{ type: 'reasoning-start', id }];
    if (block.type !== 'tool_use') return [];
    return [{ type: 'tool-input-start', toolCallId: block.id, toolName: block.name }];
  }

  #stop(index: number, id: string): UiMessageChunk[] {
    const block = this.#open;
    if (block === undefined) return [];
    if (block.type === 'text') {
      const { providerMetadata } = citedFields({ citations: this.#citations }, index);
      return [{ type: 'text-end', id, ...(providerMetadata !== undefined && { providerMetadata }) }];
    }
    const content = blockContent({ ...block, ...this.#streamed(block) } as ContentBlock, index);
    return content.flatMap((part): UiMessageChunk[] => {
      const { providerMetadata = {} } = part;
      if (part.type === 'reasoning') return [{ type: 'reasoning-end', id, providerMetadata }];
      return part.type === 'custom' ? [{ type: 'custom', kind: part.kind, providerMetadata }] : [];
    });
  }

  /** Returns the fields of a block that arrived in pieces. */
  #streamed(block: ContentBlock): object {
    if (block.type === 'thinking') return { signature: this.#signature };
    return this.#input === '' ? {} : { input: JSON.parse(this.#input) };
  }
}

/** Returns what is only known once a reply is complete: inputs of tools, and sources. */
function replyChunks(message: Message, turn: number): UiMessageChunk[] {
  return message.content.flatMap((block, index): UiMessageChunk[] => {
    return blockContent(block, index).flatMap((part): UiMessageChunk[] => {
      if (part.type === 'tool-call' && block.type === 'tool_use') {
        const { toolCallId, toolName, providerMetadata } = part;
        const metadata = providerMetadata === undefined ? {} : { providerMetadata };
        return [{ type: 'tool-input-available', toolCallId, toolName, input: block.input, ...metadata }];
      }
      if (part.type !== 'source' || part.sourceType !== 'url') return [];
      const { id, url, title } = part;
      return [{ type: 'source-url', sourceId: `${turn}-${id}`, url, ...(title !== undefined && { title }) }];
    });
  });
}

function textOf(output: string | readonly { readonly type: string }[]): string {
  if (typeof output === 'string') return output;
  return output.flatMap((block) => ('text' in block ? [String(block.text)] : [])).join('\n');
}
