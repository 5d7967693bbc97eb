/** Converts assistant messages of prompts to the blocks of earlier replies. */
import type { LanguageModelV4Message, SharedV4Warning } from '@ai-sdk/provider';
import type { ContentBlockParam } from '@parlance/schemas/inference';
import { cachingOf, partOptionsOf, replyCitations } from './provider-options.js';
import type { ToolNames } from './tool-names.js';

/** A part of an assistant message. */
export type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/**
 * Converts the parts of one reply.
 *
 * @param parts - Parts.
 * @param names - Names of the call's tools.
 * @param warnings - Receives a warning for each part that cannot be sent.
 */
export function assistantBlocks(
  parts: readonly AssistantPart[],
  names: ToolNames,
  warnings: SharedV4Warning[],
): ContentBlockParam[] {
  const blocks: ContentBlockParam[] = [];
  const placed: { readonly index: number; readonly block: ContentBlockParam }[] = [];
  for (const part of parts) {
    const block = assistantBlock(part, names, warnings);
    const { index } = partOptionsOf(part);
    if (block === undefined) continue;
    if (part.type === 'tool-result' && index !== undefined) placed.push({ index, block });
    else blocks.push(block);
  }
  // A message of `useChat` has each result beside its call, not in its place in the reply.
  placed.sort((one, other) => one.index - other.index);
  for (const { index, block } of placed) blocks.splice(Math.max(index, afterCall(block, blocks)), 0, block);
  return blocks;
}

/** Returns the first place for a result: its call can be in an earlier reply, with an index of its own. */
function afterCall(block: ContentBlockParam, blocks: readonly ContentBlockParam[]): number {
  const id = 'tool_use_id' in block ? block.tool_use_id : undefined;
  return blocks.findIndex((other) => 'id' in other && other.id === id) + 1;
}

function assistantBlock(
  part: AssistantPart,
  names: ToolNames,
  warnings: SharedV4Warning[],
): ContentBlockParam | undefined {
  const { signature, redacted_data: redacted, block, result, caller, fields } = partOptionsOf(part);
  // The service checks blocks, wherever they come from.
  if (block !== undefined) return { ...block, ...cachingOf(part) } as ContentBlockParam;
  if (part.type === 'text')
    return part.text === ''
      ? undefined
      : { type: 'text', text: part.text, ...replyCitations(part), ...fields, ...cachingOf(part) };
  if (part.type === 'tool-call' && part.providerExecuted !== true)
    return {
      type: 'tool_use',
      id: part.toolCallId,
      name: names.toWire(part.toolName),
      input: part.input as Record<string, unknown>,
      ...(caller !== undefined && { caller }),
      ...fields,
      ...cachingOf(part),
    };
  if (part.type === 'tool-result' && result !== undefined && 'value' in part.output)
    return { ...result, content: part.output.value, ...cachingOf(part) } as ContentBlockParam;
  if (part.type === 'reasoning' && redacted !== undefined)
    return { type: 'redacted_thinking', data: redacted, ...fields };
  if (part.type === 'reasoning' && signature !== undefined)
    return { type: 'thinking', thinking: part.text, signature, ...fields };
  warnings.push({
    type: 'unsupported',
    feature: `${part.type} parts of assistant messages`,
    details: 'The part is not from this provider. It was omitted.',
  });
  return undefined;
}
