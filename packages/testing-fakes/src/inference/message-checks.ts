/**
 * Checks of message requests that the schema cannot express.
 *
 * Rules: INF-061.
 */
import type {
  McpServer,
  MessageCountTokensParams,
  MessageCreateParams,
  ModelInfo,
  Tool,
} from '@parlance/schemas';
import type { AnyCall } from '../engine/call.js';
import { headerOf } from '../engine/headers.js';
import { badRequest, identifier, inContract, notFound } from '../engine/refusal.js';
import { userProfiles } from '../workspace/user-profiles.js';
import { checkBlocks } from './block-checks.js';
import { citableBlocks } from './citable-blocks.js';
import { requireModel } from '../model/model-plan.js';
import { modelIdOf, modelTable } from '../model/model-table.js';
import { requireBeta } from './require-beta.js';
import type { Segment } from './request-size.js';

/** Limits of the model of a request. */
export interface ModelLimits {
  /** Model id, with aliases resolved. */
  readonly id: string;
  /** Context window, in tokens. */
  readonly maxInputTokens: number;
  /** Maximum value of `max_tokens`; infinite for a model that is not in the table. */
  readonly maxTokens: number;
  /** Model metadata; undefined for a model that is not in the table. */
  readonly info: ModelInfo | undefined;
}

const DEFAULT_CONTEXT = 200_000;

/**
 * Returns the limits of a model. Unlisted models have a default context and no maximum of `max_tokens`, except names that start with `unknown-`.
 *
 * @param call - Call with the beta names that raise the limits.
 * @param name - Model id or alias.
 * @throws {Refusal} 404 for a name that starts with `unknown-`, and in a world that accepts known models only for all that are unlisted.
 */
export function limitsOf(call: AnyCall, name: string): ModelLimits {
  if (name.startsWith('unknown-')) throw notFound('model', identifier(name), 'GEN-007');
  requireModel(call.world, name);
  const id = modelIdOf(name);
  const info = modelTable.get(id);
  const has = (beta: string): boolean => call.betas.some((name) => name.startsWith(beta));
  const output = Math.max(
    info?.max_tokens ?? Infinity,
    has('output-300k') ? 300_000 : has('output-128k') ? 128_000 : 0,
  );
  const context = Math.max(info?.max_input_tokens ?? DEFAULT_CONTEXT, has('context-1m') ? 1_000_000 : 0);
  return { id, info, maxTokens: output, maxInputTokens: context };
}

/**
 * Validates what message creation and token counting have in common.
 *
 * @throws {Refusal} 400 that names the field and the rule.
 */
export function checkInput(call: AnyCall, body: MessageCountTokensParams): void {
  if (body.messages.length === 0)
    throw badRequest('GEN-005', 'messages', 'must contain at least one message');
  checkTools(body);
  checkBlocks(call, body.messages);
}

/**
 * Validates what applies to message creation only.
 *
 * @throws {Refusal} 400 that names the field and the rule.
 */
export function checkGeneration(call: AnyCall, body: MessageCreateParams, limits: ModelLimits): void {
  if (body.max_tokens > limits.maxTokens)
    throw badRequest('INF-093', 'max_tokens', [
      `${body.max_tokens} > ${limits.maxTokens}, the maximum for `,
      identifier(limits.id),
    ]);
  checkThinking(call, body, limits);
  checkToolResults(body);
  checkUserProfile(call, body);
  if ((body.output_config?.format ?? body.output_format) != null && citableBlocks(body.messages).length > 0)
    throw badRequest('GEN-005', 'output_config.format', 'cannot be combined with citations');
}

/** The user profile is named in the body or, by newer clients, in a header. */
function checkUserProfile(call: AnyCall, { user_profile_id: inBody }: MessageCreateParams): void {
  const id = inBody === undefined ? headerOf(call.headers, 'vendor-user-profile-id') : inBody;
  if (id === undefined) return;
  const path = inBody === undefined ? 'vendor-user-profile-id' : 'user_profile_id';
  requireBeta(call, { beta: 'user-profiles-2026-03-24', rule: 'INF-106' }, path);
  if (id !== null && call.world.store.of(userProfiles).get(id) === undefined)
    throw badRequest('INF-105', '', [inContract(path), ': must be the id of an existing user profile']);
}

function checkThinking(
  call: AnyCall,
  { thinking, max_tokens: maxTokens }: MessageCreateParams,
  limits: ModelLimits,
): void {
  if (thinking === undefined || thinking.type === 'disabled') return;
  const supported = limits.info?.capabilities?.thinking.types[thinking.type].supported ?? true;
  if (!supported)
    throw badRequest('INF-100', 'thinking.type', [
      `${thinking.type} is not supported by `,
      identifier(limits.id),
    ]);
  if (thinking.type !== 'enabled' || call.betas.some((beta) => beta.startsWith('interleaved-thinking')))
    return;
  if (maxTokens > 0 && thinking.budget_tokens >= maxTokens)
    throw badRequest('GEN-005', 'thinking.budget_tokens', 'must be less than max_tokens');
}

/** Every tool use of an assistant turn requires a result in the next user turn. */
function checkToolResults({ messages }: MessageCreateParams): void {
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
      throw badRequest('GEN-005', path, 'tool_use requires a tool_result in the next user turn');
    open = new Map();
  });
}

function checkTools({
  tools = [],
  tool_choice: choice,
  mcp_servers: servers,
}: MessageCountTokensParams): void {
  const names = new Set<string>();
  if (servers !== undefined) checkServers(servers);
  tools.forEach((tool: Tool, index) => {
    if (tool.type === 'mcp_toolset') {
      if (servers !== undefined && !servers.some(({ name }) => name === tool.mcp_server_name))
        throw badRequest(
          'INF-174',
          `tools.${index}.mcp_server_name`,
          'must match the name of a server in mcp_servers',
        );
      return;
    }
    if (names.has(tool.name)) throw badRequest('INF-101', `tools.${index}.name`, 'tool names must be unique');
    names.add(tool.name);
  });
  if (choice?.type === 'tool' && !names.has(choice.name))
    throw badRequest('GEN-005', 'tool_choice.name', 'must be the name of a tool in tools');
  if (choice?.type === 'any' && tools.length === 0)
    throw badRequest('GEN-005', 'tool_choice', 'any requires at least one tool in tools');
}

/** Toolsets refer to servers by name, so names must be unique. */
function checkServers(servers: readonly McpServer[]): void {
  servers.forEach(({ name }, index) => {
    if (servers.findIndex((server) => server.name === name) < index)
      throw badRequest('GEN-005', `mcp_servers.${index}.name`, 'server names must be unique');
  });
}

const MAX_BREAKPOINTS = 4;

/**
 * Validates the size of the input and the number of cache breakpoints.
 *
 * @throws {Refusal} 400 that names the field and the rule.
 */
export function checkSegments(segments: readonly Segment[], limits: ModelLimits): void {
  let marks = 0;
  const excess = segments.find((segment) => (marks += segment.marks) > MAX_BREAKPOINTS);
  if (excess !== undefined)
    throw badRequest(
      'GEN-005',
      `${excess.path}.cache_control`,
      `must be set on at most ${MAX_BREAKPOINTS} blocks`,
    );
  checkLength(
    segments.reduce((total, segment) => total + segment.tokens, 0),
    limits,
  );
}

/**
 * Validates that an input fits into the context window.
 *
 * @throws {Refusal} 400 if the input is too long.
 */
export function checkLength(tokens: number, { maxInputTokens }: ModelLimits): void {
  if (tokens > maxInputTokens)
    throw badRequest('INF-211', '', `prompt is too long: ${tokens} tokens > ${maxInputTokens} maximum`);
}
