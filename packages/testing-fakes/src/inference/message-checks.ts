/** What a request for a message must fulfil beyond its schema. */
import type {
  ContentBlockParam,
  MessageCountTokensParams,
  MessageCreateParams,
  ModelInfo,
  Tool,
} from '@parlance/schemas';
import type { AnyCall } from '../engine/call.js';
import { badRequest, notFound } from '../engine/refusal.js';
import { userProfiles } from '../managed-agents/collections.js';
import { citableBlocks } from './citable-blocks.js';
import { modelIdOf, modelTable } from './model-table.js';
import type { Segment } from './request-size.js';

/** What the emulator knows of the model that a request names. */
export interface ModelLimits {
  /** Model id, aliases resolved. */
  readonly id: string;
  /** Context window, in tokens. */
  readonly maxInputTokens: number;
  /** Largest `max_tokens`. */
  readonly maxTokens: number;
  /** Metadata; undefined for a model that the table does not know. */
  readonly info: ModelInfo | undefined;
}

const DEFAULT_CONTEXT = 200_000;
const DEFAULT_OUTPUT = 64_000;
const LAST_BETA_VERSION = '2023-06-01';

/**
 * Finds the limits of a model. Any name is answered for, with default limits, unless it starts with `unknown-`.
 *
 * @param call - The call, for its betas.
 * @param name - Model id or alias.
 * @throws {Refusal} 404 for a name that starts with `unknown-`.
 */
export function limitsOf(call: AnyCall, name: string): ModelLimits {
  if (name.startsWith('unknown-')) throw notFound('model', name, 'GEN-007');
  const id = modelIdOf(name);
  const info = modelTable.get(id);
  const has = (beta: string): boolean => call.betas.some((name) => name.startsWith(beta));
  const output = Math.max(
    info?.max_tokens ?? DEFAULT_OUTPUT,
    has('output-300k') ? 300_000 : has('output-128k') ? 128_000 : 0,
  );
  const context = Math.max(info?.max_input_tokens ?? DEFAULT_CONTEXT, has('context-1m') ? 1_000_000 : 0);
  return { id, info, maxTokens: output, maxInputTokens: context };
}

/**
 * Checks what generation and counting share.
 *
 * @throws {Refusal} 400 that names the field and the rule.
 */
export function checkInput(call: AnyCall, body: MessageCountTokensParams): void {
  if (body.messages.length === 0) throw badRequest('GEN-005', 'messages', 'must have at least one message');
  checkTools(body);
  const context = { call, answerable: new Set<string>(), toolUses: new Set<string>() };
  body.messages.forEach((message, at) => {
    if (typeof message.content === 'string') return;
    message.content.forEach((block, index) => checkBlock(block, `messages.${at}.content.${index}`, context));
  });
}

/**
 * Checks what only generation asks for.
 *
 * @throws {Refusal} 400 that names the field and the rule.
 */
export function checkGeneration(call: AnyCall, body: MessageCreateParams, limits: ModelLimits): void {
  if (body.max_tokens > limits.maxTokens)
    throw badRequest(
      'INF-093',
      'max_tokens',
      `${body.max_tokens} > ${limits.maxTokens}, which is the maximum of ${limits.id}`,
    );
  checkThinking(call, body, limits);
  checkAnswered(body);
  if (body.user_profile_id != null) checkUserProfile(call, body.user_profile_id);
  if ((body.output_config?.format ?? body.output_format) != null && citableBlocks(body.messages).length > 0)
    throw badRequest('GEN-005', 'output_config.format', 'cannot be used together with citations');
}

function checkUserProfile(call: AnyCall, id: string): void {
  requireBeta(call, { beta: 'user-profiles-', rule: 'INF-106' }, 'user_profile_id');
  if (call.world.store.of(userProfiles).get(id) === undefined)
    throw badRequest('INF-105', 'user_profile_id', 'there is no such user profile');
}

function checkThinking(
  call: AnyCall,
  { thinking, max_tokens: maxTokens }: MessageCreateParams,
  limits: ModelLimits,
): void {
  if (thinking === undefined || thinking.type === 'disabled') return;
  const supported = limits.info?.capabilities?.thinking.types[thinking.type].supported ?? true;
  if (!supported)
    throw badRequest('INF-100', 'thinking.type', `${thinking.type} is not supported by ${limits.id}`);
  if (thinking.type !== 'enabled' || call.betas.some((beta) => beta.startsWith('interleaved-thinking')))
    return;
  if (maxTokens > 0 && thinking.budget_tokens >= maxTokens)
    throw badRequest('GEN-005', 'thinking.budget_tokens', 'must be less than max_tokens');
}

/** Each tool use of an assistant turn must be answered in the user turn after it. */
function checkAnswered({ messages }: MessageCreateParams): void {
  let open = new Map<string, string>();
  messages.forEach((message, at) => {
    const blocks = typeof message.content === 'string' ? [] : message.content;
    if (message.role === 'assistant') {
      blocks.forEach((block, index) => {
        if (block.type === 'tool_use') open.set(block.id, `messages.${at}.content.${index}`);
      });
      return;
    }
    for (const block of blocks) if (block.type === 'tool_result') open.delete(block.tool_use_id);
    if (messages[at + 1]?.role === 'user') return;
    const [path] = open.values();
    if (path !== undefined)
      throw badRequest('GEN-005', path, 'tool_use without a tool_result in the next user turn');
    open = new Map();
  });
}

function checkTools({ tools = [], tool_choice: choice }: MessageCountTokensParams): void {
  const names = new Set<string>();
  tools.forEach((tool: Tool, index) => {
    if (tool.type === 'mcp_toolset') return;
    if (names.has(tool.name)) throw badRequest('INF-101', `tools.${index}.name`, 'tool names must be unique');
    names.add(tool.name);
  });
  if (choice?.type === 'tool' && !names.has(choice.name))
    throw badRequest('GEN-005', 'tool_choice.name', 'is the name of no tool of the request');
  if (choice?.type === 'any' && tools.length === 0)
    throw badRequest('GEN-005', 'tool_choice', 'needs at least one tool');
}

interface BlockContext {
  readonly call: AnyCall;
  /** Ids of the tool uses seen so far that no result has answered. */
  readonly answerable: Set<string>;
  /** Ids of all tool uses seen so far. */
  readonly toolUses: Set<string>;
}

function checkBlock(block: ContentBlockParam, path: string, context: BlockContext): void {
  switch (block.type) {
    case 'tool_use':
      if (context.toolUses.has(block.id))
        throw badRequest('INF-134', `${path}.id`, 'is the id of an earlier tool_use; ids must be unique');
      context.toolUses.add(block.id);
      context.answerable.add(block.id);
      return;
    case 'tool_result':
      if (!context.answerable.delete(block.tool_use_id))
        throw badRequest('INF-135', `${path}.tool_use_id`, 'answers no tool_use of an earlier turn');
      if (Array.isArray(block.content))
        block.content.forEach((inner, index) => {
          if (inner.type !== 'tool_reference') checkBlock(inner, `${path}.content.${index}`, context);
        });
      return;
    case 'image':
      checkSource(block.source, { path, rule: 'INF-122' }, context.call);
      return;
    case 'document':
      checkSource(block.source, { path, rule: 'INF-126' }, context.call);
      if (block.source.type === 'content' && Array.isArray(block.source.content))
        block.source.content.forEach((inner, index) =>
          checkBlock(inner, `${path}.source.content.${index}`, context),
        );
      return;
    default:
  }
}

function checkSource(
  source: { readonly type: string; readonly data?: unknown },
  { path, rule }: { readonly path: string; readonly rule: string },
  call: AnyCall,
): void {
  if (source.type === 'file') requireBeta(call, { beta: 'files-api-', rule: 'INF-124' }, `${path}.source`);
  if (source.type === 'base64' && typeof source.data === 'string' && !isBase64(source.data))
    throw badRequest(rule, `${path}.source.data`, 'must be base64');
}

function isBase64(data: string): boolean {
  const padding = data.indexOf('=');
  const isPadded = padding < 0 || /^={1,2}$/.test(data.slice(padding));
  // One character class without repetition: a pattern that repeats would need memory for each character.
  return data.length % 4 !== 1 && isPadded && !/[^A-Za-z0-9+/=]/.test(data);
}

/** Under a version younger than the documents' the beta features are general. */
function requireBeta(
  call: AnyCall,
  { beta, rule }: { readonly beta: string; readonly rule: string },
  path: string,
): void {
  if (call.version !== null && call.version > LAST_BETA_VERSION) return;
  if (!call.betas.some((name) => name.startsWith(beta)))
    throw badRequest(rule, path, `is beta only: the request needs a ${beta}... name in vendor-beta`);
}

const MAX_BREAKPOINTS = 4;

/**
 * Checks the size of the input and the number of cache breakpoints.
 *
 * @throws {Refusal} 400 that names the field and the rule.
 */
export function checkSegments(segments: readonly Segment[], limits: ModelLimits): void {
  const marked = segments.filter((segment) => segment.breakpoint !== undefined);
  const excess = marked[MAX_BREAKPOINTS];
  if (excess !== undefined)
    throw badRequest(
      'GEN-005',
      `${excess.path}.cache_control`,
      `at most ${MAX_BREAKPOINTS} blocks may have it`,
    );
  const tokens = segments.reduce((total, segment) => total + segment.tokens, 0);
  if (tokens > limits.maxInputTokens)
    throw badRequest(
      'INF-211',
      '',
      `prompt is too long: ${tokens} tokens > ${limits.maxInputTokens} maximum`,
    );
}
