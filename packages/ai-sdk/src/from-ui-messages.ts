/** Converts the messages of `useChat` to the turns of a run. */
import type { LanguageModelV4FilePart, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { ConfigError, mergeTurns } from '@parlance/inference';
import type {
  ContentBlockParam,
  MessageParam,
  ToolResultBlockParam,
  ToolResultContentBlock,
} from '@parlance/schemas/inference';
import { fileBlock } from './file-block.js';
import { partOptionsOf, PROVIDER, replyCitations } from './provider-options.js';

/** A message of `useChat`: `UIMessage` of the AI SDK is assignable to it. */
export interface UiMessage {
  /** Who wrote the message. */
  readonly role: 'system' | 'user' | 'assistant';
  /** Its parts. */
  readonly parts: readonly { readonly type: string }[];
}

/** The fields of all parts that are converted. */
interface UiPart {
  readonly type: string;
  readonly text?: string;
  readonly providerMetadata?: SharedV4ProviderOptions;
  /** Of a tool call. */
  readonly callProviderMetadata?: SharedV4ProviderOptions;
  readonly mediaType?: string;
  readonly filename?: string;
  readonly url?: string;
  readonly providerReference?: Record<string, string>;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly state?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: string;
}

/**
 * Converts the messages that a page sends with `useChat` to the `messages` of a run, so that `streamTools` continues the
 * conversation. Tool calls without a result get an error result, for example because the page was left before they ended.
 *
 * The page can send anything, including replies and results that it made up. Check who sends it, and do not rely on the
 * conversation for permissions.
 *
 * @param messages - Messages of the page, in order.
 * @returns Turns, alternating between user and assistant. Parts without a counterpart, such as sources and data, are omitted.
 * @throws {ConfigError} When `messages` is not a list of messages, or has a system message: pass `system` to the run instead.
 * @throws {UnsupportedFunctionalityError} When messages cannot contain a file.
 * @throws {AttachmentError} When the type of the bytes of a file is not supported.
 */
export function fromUIMessages(messages: readonly UiMessage[]): MessageParam[] {
  if (!Array.isArray(messages)) throw new ConfigError('messages', 'messages must be a list of messages');
  const turns = messages.flatMap(({ role, parts }: UiMessage) => {
    if ((role !== 'user' && role !== 'assistant') || !Array.isArray(parts))
      throw new ConfigError('messages', 'messages must have the role "user" or "assistant", and parts');
    return role === 'user' ? [userTurn(parts)] : assistantTurns(parts);
  });
  return mergeTurns(turns.filter(({ content }) => content.length > 0));
}

function userTurn(parts: readonly UiPart[]): MessageParam {
  const content = parts.flatMap((part): ContentBlockParam[] => {
    if (part.type === 'file') return [fileBlock(fileOf(part))];
    return part.type === 'text' && part.text ? [{ type: 'text', text: part.text }] : [];
  });
  return { role: 'user', content };
}

/** Converts the steps of a run: a reply each, and the results of its calls. */
function assistantTurns(parts: readonly UiPart[]): MessageParam[] {
  const steps: UiPart[][] = [[]];
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([]);
    else steps.at(-1)?.push(part);
  }
  return steps.flatMap((step): MessageParam[] => [
    { role: 'assistant', content: step.flatMap((part) => assistantBlock(part) ?? []) },
    { role: 'user', content: step.filter(isTool).map(toolResult) },
  ]);
}

function assistantBlock(part: UiPart): ContentBlockParam | undefined {
  const { type, text = '', providerMetadata = {}, callProviderMetadata = {} } = part;
  const own = { providerOptions: isTool(part) ? callProviderMetadata : providerMetadata };
  const { signature, redacted_data: redacted, block, caller } = partOptionsOf(own);
  if (isTool(part))
    return {
      type: 'tool_use',
      id: part.toolCallId ?? '',
      name: part.toolName ?? type.slice('tool-'.length),
      input: (part.input ?? {}) as Record<string, unknown>,
      ...(caller !== undefined && { caller }),
    };
  if (type === 'text' && text !== '') return { type, text, ...replyCitations(own) };
  if (type === 'reasoning' && redacted !== undefined) return { type: 'redacted_thinking', data: redacted };
  if (type === 'reasoning' && signature !== undefined) return { type: 'thinking', thinking: text, signature };
  // The service checks blocks, wherever they come from.
  return type === 'custom' && block !== undefined ? (block as ContentBlockParam) : undefined;
}

function isTool({ type }: UiPart): boolean {
  return type === 'dynamic-tool' || type.startsWith('tool-');
}

function toolResult(part: UiPart): ToolResultBlockParam {
  const result = { type: 'tool_result' as const, tool_use_id: part.toolCallId ?? '' };
  if (part.state === 'output-available') return { ...result, content: resultContent(part.output) };
  const {
    errorText = part.state === 'output-denied' ? 'The call was denied.' : 'The call did not complete.',
  } = part;
  return { ...result, content: errorText, is_error: true };
}

function resultContent(output: unknown): string | ToolResultContentBlock[] {
  if (typeof output === 'string') return output;
  const isBlocks = Array.isArray(output) && output.every((block) => typeof block?.type === 'string');
  // Blocks that a tool of a run returned.
  return isBlocks ? (output as ToolResultContentBlock[]) : (JSON.stringify(output) ?? '');
}

function fileOf(part: UiPart): Pick<LanguageModelV4FilePart, 'data' | 'mediaType' | 'filename'> {
  const { mediaType = '', filename, url = '', providerReference } = part;
  const facts = { mediaType, ...(filename !== undefined && { filename }) };
  if (providerReference?.[PROVIDER] !== undefined)
    return { ...facts, data: { type: 'reference', reference: providerReference } };
  const base64 = /^data:[^,]*;base64,(.*)$/s.exec(url)?.[1];
  if (base64 !== undefined) return { ...facts, data: { type: 'data', data: base64 } };
  if (!URL.canParse(url)) throw new ConfigError('messages', 'the URL of a file must be absolute');
  return { ...facts, data: { type: 'url', url: new URL(url) } };
}
