/** Converts the messages of `useChat` to the turns of a run. */
import type { JSONValue, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { ConfigError, mergeTurns, type AnyRunnableTool, type ApproveTool } from '@parlance/inference';
import type {
  ContentBlockParam,
  MessageParam,
  Tool,
  ToolResultBlockParam,
} from '@parlance/schemas/inference';
import { assistantBlocks, type AssistantPart } from './assistant-blocks.js';
import { toolResult, userContent } from './prompt-messages.js';
import { PROVIDER } from './provider-options.js';
import { ToolNames } from './tool-names.js';
import { readParts, UiMessageError, type UiContent, type UiPart } from './ui-parts.js';

/** A message of `useChat`: `UIMessage` of the AI SDK is assignable to it. */
export interface UiMessage {
  /** Who wrote the message. */
  readonly role: 'system' | 'user' | 'assistant';
  /** Its parts. */
  readonly parts: readonly { readonly type: string }[];
}

/** Options for {@link fromUIMessages}. */
export interface UiMessagesOptions {
  /** Tools of the run, or their names: the page may send their calls and results. Default: none. */
  readonly tools?: readonly (string | AnyRunnableTool | Tool)[] | undefined;
  /**
   * Decides on content that names something outside the messages. Default: none is allowed. Return true only for what the user of the
   * page may use, for example for the files of this user.
   */
  readonly allow?: ((content: UiContent) => boolean) | undefined;
}

/**
 * Converts the messages that a page sends with `useChat` to the `messages` of a run, so that `streamTools` continues the
 * conversation. Tool calls without a result get an error result, for example because the page was left before they ended.
 *
 * A page may send texts, reasoning, files as `data:` URLs, and calls and results of `tools`; other content needs `allow`. It can still
 * make up replies and results. Check who sends it, and do not rely on the conversation for permissions.
 *
 * @param messages - Messages of the page, in order.
 * @param options - See {@link UiMessagesOptions}.
 * @returns Turns, alternating between user and assistant. Parts without a counterpart, such as sources and data, are omitted.
 * @throws {UiMessageError} When the page may not send a message; names the field and the rule.
 * @throws {ConfigError} When an option is invalid.
 */
export function fromUIMessages(
  messages: readonly UiMessage[],
  options: UiMessagesOptions = {},
): MessageParam[] {
  const { tools = [], allow = () => false } = options ?? {};
  if (!Array.isArray(tools)) throw new ConfigError('tools', 'tools must be a list of tools or names');
  if (typeof allow !== 'function') throw new ConfigError('allow', 'allow must be a function');
  const names = new Set(tools.map(nameOf));
  const rules = {
    isKnown: (name: string) => names.has(name),
    isAllowed: (content: UiContent) => allow(content) === true,
  };
  const turns = messagesOf(messages).flatMap(({ role, parts }, number) => {
    const path = `messages[${number}]`;
    const read = readParts(parts, `${path}.parts`, rules);
    return role === 'user' ? [userTurn(read, path)] : assistantTurns(read);
  });
  return mergeTurns(turns.filter(({ content }) => content.length > 0));
}

/**
 * Returns the decisions of a page on calls that wait for approval, as the option `approve` of a run. Pass it with the checkpoint of
 * the run that asked: a call then runs with the input of the model, not with that of the page. Calls without a decision are left.
 *
 * @param messages - Messages of the page, in order.
 * @throws {UiMessageError} When the page may not send a message; names the field and the rule.
 */
export function approvalsFromUIMessages(messages: readonly UiMessage[]): ApproveTool {
  const everything = { isKnown: () => true, isAllowed: () => true };
  const parts = messagesOf(messages).flatMap((message, number) =>
    message.role === 'assistant' ? readParts(message.parts, `messages[${number}].parts`, everything) : [],
  );
  const decisions = new Map(
    parts.flatMap((part) => (part.approval === undefined ? [] : [[part.toolCallId, part.approval]])),
  );
  return ({ id }) => {
    const { approved, reason } = decisions.get(id) ?? {};
    if (approved === undefined) return 'leave';
    return approved ? 'allow' : reason === undefined ? 'deny' : { deny: reason };
  };
}

function nameOf(tool: string | AnyRunnableTool | Tool): string | undefined {
  if (typeof tool === 'string') return tool;
  const definition = 'definition' in tool ? tool.definition : tool;
  return 'name' in definition ? definition.name : undefined;
}

function messagesOf(messages: unknown): { role: 'user' | 'assistant'; parts: unknown }[] {
  if (!Array.isArray(messages)) throw new UiMessageError('messages', 'must be a list of messages');
  return messages.map((message: unknown, number) => {
    const { role, parts } = (message ?? {}) as Partial<UiMessage>;
    // A system message would be an instruction of the page: pass `system` to the run instead.
    if (role !== 'user' && role !== 'assistant')
      throw new UiMessageError(`messages[${number}].role`, 'must be "user" or "assistant"');
    return { role, parts };
  });
}

function userTurn(parts: readonly UiPart[], path: string): MessageParam {
  const content = parts.flatMap((part, number): ContentBlockParam[] => {
    if (part.type === 'text') return userContent({ content: [{ type: 'text', text: part.text }] });
    if (part.file === undefined) return [];
    try {
      return userContent({ content: [{ type: 'file', ...part.file }] });
    } catch {
      throw new UiMessageError(`${path}.parts[${number}]`, 'must be an image, a PDF or text');
    }
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
  const names = new ToolNames();
  return steps.flatMap((step): MessageParam[] => [
    { role: 'assistant', content: assistantBlocks(step.flatMap(assistantParts), names, []) },
    { role: 'user', content: step.filter(isClientCall).map(clientResult) },
  ]);
}

function assistantParts(part: UiPart): AssistantPart[] {
  const { type, text, call, result } = part;
  if (type === 'text' || type === 'reasoning') return [{ type, text, ...call }];
  if (type === 'custom') return [{ type, kind: `${PROVIDER}.block`, ...call }];
  if (part.toolName === undefined) return [];
  const facts = { toolCallId: part.toolCallId, toolName: part.toolName };
  const made: AssistantPart = { type: 'tool-call', ...facts, input: part.input, ...call };
  if (isClientCall(part)) return [made];
  const value = part.output as JSONValue;
  return [
    { ...made, providerExecuted: true },
    { type: 'tool-result', ...facts, output: { type: 'json', value }, ...result },
  ];
}

function isClientCall({ toolName, isExecuted }: UiPart): boolean {
  return toolName !== undefined && !isExecuted;
}

function clientResult(part: UiPart): ToolResultBlockParam {
  const { toolCallId, toolName = '', state, output } = part;
  const isBlocks = Array.isArray(output) && output.every((block) => typeof block?.type === 'string');
  if (state === 'output-available' && isBlocks)
    // Blocks that a tool of a run returned, and that the schema allows.
    return {
      type: 'tool_result',
      tool_use_id: toolCallId,
      content: output as ToolResultBlockParam['content'] & object,
    };
  return toolResult({ type: 'tool-result', toolCallId, toolName, output: resultOutput(part) });
}

function resultOutput({ state, output, errorText, approval }: UiPart): LanguageModelV4ToolResultOutput {
  if (state === 'output-available')
    return typeof output === 'string'
      ? { type: 'text', value: output }
      : { type: 'json', value: (output ?? '') as JSONValue };
  const isDenied = state === 'output-denied' || approval?.approved === false;
  if (isDenied)
    return { type: 'execution-denied', ...(approval?.reason !== undefined && { reason: approval.reason }) };
  return { type: 'error-text', value: errorText ?? 'The call did not complete.' };
}
