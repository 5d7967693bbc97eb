/**
 * Tokens of a request by segment, in the order of the prompt cache.
 *
 * Rules: INF-003, INF-059, INF-112, INF-213.
 */
import type {
  CacheControl,
  ContentBlockParam,
  DocumentBlockParam,
  McpToolset,
  MessageCountTokensParams,
  TextBlockParam,
  Tool,
  ToolResultContentBlock,
} from '@parlance/schemas';
import { defaultTokenizer } from '../model/tokens.js';
import { defersAny, isDeferredBy, knownTools } from './mcp-toolset.js';

/** A segment of a request: a tool, a block of the system prompt, or a block of a message. */
export interface Segment {
  /** Dotted path in the body. */
  readonly path: string;
  /** Number of tokens. */
  readonly tokens: number;
  /** Content without the cache breakpoint. The cache compares segments by it. */
  readonly content: unknown;
  /** Cache breakpoint after the segment. */
  readonly breakpoint: CacheControl | undefined;
  /** Number of breakpoints in the segment, including those of nested blocks. */
  readonly marks: number;
}

const TOKENS_PER_TURN = 3;

/**
 * Splits a request into segments.
 *
 * @param body - Body of message creation or token counting.
 */
export function segmentsOf(body: MessageCountTokensParams): Segment[] {
  const segments = [...toolSegments(body), ...systemSegments(body), ...turnSegments(body)];
  const last = segments.at(-1);
  if (body.cache_control == null || last === undefined) return segments;
  const marks = Math.max(1, last.marks);
  return [...segments.slice(0, -1), { ...last, breakpoint: body.cache_control, marks }];
}

function toolSegments(body: MessageCountTokensParams): Segment[] {
  const { tools = [] } = body;
  const found = loadedTools(body);
  return tools.flatMap((tool, index) => {
    if (
      tool.type === 'mcp_toolset' ? !isToolsetLoaded(tool, found) : isDeferred(tool) && !found.has(tool.name)
    )
      return [];
    const { cache_control: breakpoint, ...content } = tool;
    const tokens = count(JSON.stringify(content));
    const marks = breakpoint == null ? 0 : 1;
    return [{ path: `tools.${index}`, tokens, content, breakpoint: breakpoint ?? undefined, marks }];
  });
}

/** Returns whether a tool is loaded only after tool search returns it. */
export function isDeferred(tool: Tool): boolean {
  return 'defer_loading' in tool && tool.defer_loading === true;
}

/** A toolset counts once any of its tools is loaded. */
function isToolsetLoaded(toolset: McpToolset, found: ReadonlySet<string>): boolean {
  return (
    !defersAny(toolset) || knownTools(toolset).some((name) => !isDeferredBy(toolset, name) || found.has(name))
  );
}

/** Returns the names of the deferred tools that tool search has returned. */
export function loadedTools({ tools = [], messages }: MessageCountTokensParams): Set<string> {
  const names = new Set<string>();
  if (!tools.some((tool) => (tool.type === 'mcp_toolset' ? defersAny(tool) : isDeferred(tool)))) return names;
  JSON.stringify(messages, (key, value: unknown) => {
    if (key === 'tool_name' && typeof value === 'string') names.add(value);
    return value;
  });
  return names;
}

function systemSegments({ system }: MessageCountTokensParams): Segment[] {
  const blocks: TextBlockParam[] =
    typeof system === 'string' ? [{ type: 'text', text: system }] : (system ?? []);
  return blocks.map((block, index) => blockSegment(`system.${index}`, block));
}

function turnSegments({ messages }: MessageCountTokensParams): Segment[] {
  const segments: Segment[] = [];
  let role: string | undefined;
  messages.forEach((message, at) => {
    const blocks: ContentBlockParam[] =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
    blocks.forEach((block, index) => {
      const segment = blockSegment(`messages.${at}.content.${index}`, block);
      // Consecutive messages of one role are one turn, so its overhead counts once.
      const isNewTurn = role !== message.role;
      role = message.role;
      segments.push({
        ...segment,
        content: [role, segment.content],
        tokens: segment.tokens + (isNewTurn ? TOKENS_PER_TURN : 0),
      });
    });
  });
  return segments;
}

function blockSegment(path: string, block: ContentBlockParam): Segment {
  const { cache_control: own, ...content } = block as Markable;
  const marks = [own, ...blocksWithin(block).map((inner) => inner.cache_control)].filter(
    (mark) => mark != null,
  );
  // A breakpoint on a nested block counts as one after the outer block.
  const breakpoint = own ?? marks.at(-1);
  return { path, tokens: blockTokens(block), content, breakpoint, marks: marks.length };
}

/** A block that can have a breakpoint. */
interface Markable {
  readonly cache_control?: CacheControl | null | undefined;
}

/** Returns all nested blocks, recursively. */
function blocksWithin(block: ContentBlockParam | ToolResultContentBlock): Markable[] {
  const inner = innerContent(block);
  return Array.isArray(inner) ? inner.flatMap((one) => [one, ...blocksWithin(one)]) : [];
}

function innerContent(
  block: ContentBlockParam | ToolResultContentBlock,
): string | readonly ToolResultContentBlock[] | undefined {
  switch (block.type) {
    case 'tool_result':
    case 'search_result':
      return block.content;
    case 'document':
      return block.source.type === 'content' ? block.source.content : undefined;
    default:
      return undefined;
  }
}

function count(text: string): number {
  return defaultTokenizer.count(text);
}

/** Returns the tokens of a block, without its citations. */
function blockTokens(block: ContentBlockParam | ToolResultContentBlock): number {
  switch (block.type) {
    case 'text':
      return count(block.text);
    case 'image':
      return imageTokens(block.source);
    case 'document':
      return documentTokens(block);
    case 'search_result':
      return count(block.title) + count(block.source) + sum(block.content.map(blockTokens));
    case 'thinking':
      return count(block.thinking);
    case 'compaction':
      return count(block.content ?? '');
    case 'tool_use':
      return count(block.name) + count(JSON.stringify(block.input));
    case 'tool_result':
      return (
        1 + (Array.isArray(block.content) ? sum(block.content.map(blockTokens)) : count(block.content ?? ''))
      );
    default:
      return count(JSON.stringify(block));
  }
}

const MAX_IMAGE_TOKENS = 1600;

/** Estimates the tokens of an image from its size in bytes. The image is not decoded. */
function imageTokens(source: { readonly type: string; readonly data?: string }): number {
  return Math.min(MAX_IMAGE_TOKENS, 85 + Math.ceil((source.data?.length ?? 100_000) / 1000));
}

function documentTokens(block: DocumentBlockParam): number {
  const { source } = block;
  const about = count(block.title ?? '') + count(block.context ?? '');
  switch (source.type) {
    case 'text':
      return about + 1 + count(source.data);
    case 'content':
      return (
        about +
        1 +
        (typeof source.content === 'string' ? count(source.content) : sum(source.content.map(blockTokens)))
      );
    case 'base64':
      return about + 1000 + Math.ceil(source.data.length / 1000);
    default:
      return about + 1000;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
