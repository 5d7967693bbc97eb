/** Converts prompts of the AI SDK to the turns of a message. */
import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { mergeTurns } from '@parlance/inference';
import type {
  ContentBlockParam,
  MessageParam,
  TextBlockParam,
  ToolResultBlockParam,
  ToolResultContentBlock,
} from '@parlance/schemas/inference';
import { fileBlock } from './file-block.js';
import { assistantBlocks } from './assistant-blocks.js';
import { cachingOf } from './provider-options.js';
import type { ToolNames } from './tool-names.js';

/** A prompt in wire form. */
export interface PromptMessages {
  /** System prompt; empty if the prompt has no system messages. */
  readonly system: TextBlockParam[];
  /** Turns, alternating between user and assistant. */
  readonly messages: MessageParam[];
}

type MessageOf<R extends LanguageModelV4Message['role']> = Extract<LanguageModelV4Message, { role: R }>;

/**
 * Converts a prompt.
 *
 * @param prompt - Prompt.
 * @param names - Names of the call's tools.
 * @param warnings - Receives a warning for each part that cannot be sent.
 * @throws {UnsupportedFunctionalityError} When messages cannot contain a file of the prompt.
 */
export function promptMessages(
  prompt: LanguageModelV4Prompt,
  names: ToolNames,
  warnings: SharedV4Warning[],
): PromptMessages {
  const system: TextBlockParam[] = [];
  const messages: MessageParam[] = [];
  for (const message of prompt) {
    if (message.role === 'system') {
      if (messages.length > 0)
        warnings.push({
          type: 'compatibility',
          feature: 'system messages',
          details: 'A system message after other messages was moved to the system prompt.',
        });
      if (message.content !== '') system.push({ type: 'text', text: message.content, ...cachingOf(message) });
      continue;
    }
    const content = withCaching(contentOf(message, names, warnings), message);
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    if (content.length > 0) messages.push({ role, content });
  }
  return { system, messages: mergeTurns(messages) };
}

function contentOf(
  message: Exclude<LanguageModelV4Message, { role: 'system' }>,
  names: ToolNames,
  warnings: SharedV4Warning[],
): ContentBlockParam[] {
  if (message.role === 'user') return userContent(message);
  if (message.role === 'assistant') return assistantBlocks(message.content, names, warnings);
  return message.content.flatMap((part) => (part.type === 'tool-result' ? [toolResult(part)] : []));
}

/** Converts the parts of a user message. */
export function userContent({ content }: Pick<MessageOf<'user'>, 'content'>): ContentBlockParam[] {
  return content.flatMap((part): ContentBlockParam[] => {
    if (part.type === 'file') return [fileBlock(part)];
    // Messages cannot contain empty text.
    return part.text === '' ? [] : [{ type: 'text', text: part.text, ...cachingOf(part) }];
  });
}

/** Converts the result of a client tool. */
export function toolResult(part: LanguageModelV4ToolResultPart): ToolResultBlockParam {
  const { output, toolCallId } = part;
  const isError =
    output.type === 'error-text' || output.type === 'error-json' || output.type === 'execution-denied';
  return {
    type: 'tool_result',
    tool_use_id: toolCallId,
    content: resultContent(output),
    ...(isError && { is_error: true }),
    ...cachingOf(part),
  };
}

function resultContent(output: LanguageModelV4ToolResultPart['output']): string | ToolResultContentBlock[] {
  if (output.type === 'text' || output.type === 'error-text') return output.value;
  if (output.type === 'json' || output.type === 'error-json') return JSON.stringify(output.value);
  if (output.type === 'execution-denied') return output.reason ?? 'The call was denied.';
  return output.value.flatMap((part): ToolResultContentBlock[] => {
    if (part.type === 'file') return [fileBlock(part)];
    return part.type === 'text' && part.text !== '' ? [{ type: 'text', text: part.text }] : [];
  });
}

/** Applies the cache control of a message to its last block. */
function withCaching(content: ContentBlockParam[], message: LanguageModelV4Message): ContentBlockParam[] {
  const caching = cachingOf(message);
  const last = content.at(-1);
  if (last === undefined || caching.cache_control === undefined) return content;
  return [...content.slice(0, -1), { ...caching, ...last } as ContentBlockParam];
}
