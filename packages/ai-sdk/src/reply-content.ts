/** Converts content blocks of replies to content of the AI SDK. */
import type {
  JSONObject,
  JSONValue,
  LanguageModelV4Citation,
  LanguageModelV4Content,
  LanguageModelV4Source,
  LanguageModelV4Text,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { ContentBlock, TextBlock, TextCitation } from '@parlance/schemas/inference';
import { PROVIDER } from './provider-options.js';
import type { ToolNames } from './tool-names.js';

/** Content of a block. */
export type BlockContent = Extract<
  LanguageModelV4Content,
  { type: 'text' | 'reasoning' | 'tool-call' | 'tool-result' | 'custom' | 'source' }
>;

/** The reply that blocks belong to. */
export interface ReplyFacts {
  /** Its blocks, as far as they have arrived. */
  readonly content: readonly ContentBlock[];
  /** Names of the call's tools. */
  readonly names: ToolNames;
  /** Prefix of ids, to distinguish several replies. */
  readonly prefix: string;
}

/** A call of a tool that the service runs. */
export interface ServerCall {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

/** A result of a tool that the service runs. */
interface ServerResult {
  readonly type: string;
  readonly tool_use_id: string;
  readonly content?: JSONValue;
}

/**
 * Converts a block. Metadata holds what the AI SDK has no field for, so that the block is sent back unchanged in later turns. Blocks
 * without a type in the AI SDK become custom content.
 *
 * @param block - Block.
 * @param index - Index in the reply.
 * @param reply - The reply.
 */
export function blockContent(block: ContentBlock, index: number, reply: ReplyFacts): BlockContent[] {
  const call = serverCallOf(block);
  const result = serverResultOf(block);
  if (call !== undefined) return [serverCall(call, reply)];
  if (result !== undefined)
    return [serverResult(result, index, reply) ?? custom(block), ...foundSources(result, index, reply)];
  switch (block.type) {
    case 'text': {
      const { type, text, citations: _citations, ...fields } = block as TextBlock;
      const cited = citedFields(block as TextBlock, index, reply.prefix);
      const metadata = own({ ...cited.providerMetadata?.[PROVIDER], ...otherFields(fields) });
      return [{ type, text, ...cited, ...metadata }, ...sourcesOf(cited, reply)];
    }
    case 'thinking': {
      const { thinking, signature, type: _type, ...fields } = block as ContentBlock & { type: 'thinking' };
      return [{ type: 'reasoning', text: thinking, ...own({ signature, ...otherFields(fields) }) }];
    }
    case 'redacted_thinking': {
      const { data, type: _type, ...fields } = block as ContentBlock & { type: 'redacted_thinking' };
      return [{ type: 'reasoning', text: '', ...own({ redacted_data: data, ...otherFields(fields) }) }];
    }
    case 'tool_use': {
      const {
        id,
        name,
        input,
        caller,
        type: _type,
        ...fields
      } = block as ContentBlock & { type: 'tool_use' };
      const call = { toolCallId: id, toolName: reply.names.toOwn(name), input: JSON.stringify(input) };
      const metadata = { ...(caller !== undefined && { caller: json(caller) }), ...otherFields(fields) };
      return [{ type: 'tool-call', ...call, ...own(metadata) }];
    }
    default:
      return [custom(block)];
  }
}

function custom(block: ContentBlock): BlockContent {
  return { type: 'custom', kind: `${PROVIDER}.${block.type}`, ...own({ block: json(block) }) };
}

/** Returns a block as a call of a tool that the service runs; undefined for other blocks. */
export function serverCallOf(block: object): ServerCall | undefined {
  const { type, id, name } = block as Partial<Record<string, unknown>>;
  const isCall = type === 'server_tool_use' || type === 'mcp_tool_use';
  return isCall && typeof id === 'string' && typeof name === 'string' ? (block as ServerCall) : undefined;
}

function serverResultOf(block: object): ServerResult | undefined {
  const { type, tool_use_id: id } = block as { type: string; tool_use_id?: unknown };
  return type.endsWith('_tool_result') && typeof id === 'string' ? (block as ServerResult) : undefined;
}

/** Returns the name and flags of a call of a tool that the service runs. */
export function serverTool(
  { type, name }: Pick<ServerCall, 'type' | 'name'>,
  { names }: Pick<ReplyFacts, 'names'>,
): { toolName: string; providerExecuted: true; dynamic?: true } {
  const isMcp = type.startsWith('mcp_');
  return {
    toolName: isMcp ? name : names.toOwn(name),
    providerExecuted: true,
    ...((isMcp || !names.declares(name)) && { dynamic: true }),
  };
}

function serverCall(block: ServerCall, reply: ReplyFacts): BlockContent {
  const { id, name } = block;
  const input = block.input ?? {};
  // Distinguishes the commands that share the name of code execution, as other providers for the AI SDK do.
  const kind = name === 'code_execution' && 'code' in input ? 'programmatic-tool-call' : name;
  const isCode = kind !== name || name.endsWith('_code_execution');
  const sent = isCode ? { type: kind, ...input } : input;
  return {
    type: 'tool-call',
    toolCallId: id,
    input: JSON.stringify(sent),
    ...serverTool(block, reply),
    ...own({ block: json(block) }),
  };
}

/** Converts a result. Returns undefined when its call is in an earlier reply, where the AI SDK finds only calls of declared tools. */
function serverResult(block: ServerResult, index: number, reply: ReplyFacts): BlockContent | undefined {
  const { content, ...fields } = block;
  const call = reply.content.map(serverCallOf).find((one) => one?.id === block.tool_use_id);
  const name = block.type.slice(0, -'_tool_result'.length);
  if (call === undefined && !reply.names.declares(name)) return undefined;
  const { toolName, dynamic } = serverTool(call ?? { type: block.type, name }, reply);
  const isError = hasFailed(block);
  // An error reaches messages of `useChat` as text only, and there the result has no place of its own among the parts.
  const metadata = isError || content == null ? { block: json(block) } : { result: json(fields) };
  return {
    type: 'tool-result',
    toolCallId: block.tool_use_id,
    toolName,
    result: content ?? '',
    ...(isError && { isError }),
    ...(dynamic && { dynamic }),
    ...own({ ...metadata, index }),
  };
}

function hasFailed({ content, ...block }: ServerResult): boolean {
  if ((block as { is_error?: unknown }).is_error === true) return true;
  const { type } = (content ?? {}) as { type?: unknown };
  return typeof type === 'string' && type.endsWith('_error');
}

/** Returns the sources that a web search found. */
function foundSources(result: ServerResult, index: number, { prefix }: ReplyFacts): LanguageModelV4Source[] {
  return pagesOf(result).map(({ url, title, page_age: age }, number) => ({
    type: 'source',
    sourceType: 'url',
    id: `${prefix}${index}-${number}`,
    url,
    ...(typeof title === 'string' && { title }),
    ...(typeof age === 'string' && own({ page_age: age })),
  }));
}

function pagesOf(result: ServerResult | undefined): { url: string; title?: unknown; page_age?: unknown }[] {
  const pages: readonly unknown[] = Array.isArray(result?.content) ? result.content : [];
  return pages.filter(
    (page): page is { url: string } => typeof (page as { url?: unknown } | null)?.url === 'string',
  );
}

/** Fields of a text with citations. In the metadata they are as the service sent them, to be sent back unchanged. */
export type CitedFields = Pick<LanguageModelV4Text, 'citations' | 'providerMetadata'>;

function citedFields(block: Pick<TextBlock, 'citations'>, index: number, prefix: string): CitedFields {
  if (block.citations == null || block.citations.length === 0) return {};
  const citations = block.citations.map((citation, number): LanguageModelV4Citation => ({
    source: sourceOf(citation, `${prefix}${index}-${number}`),
    citedText: String(citation.cited_text),
  }));
  return { citations, ...own({ citations: block.citations.map(json) }) };
}

/** Returns the sources of citations, without the pages that a search of the same reply has found. */
function sourcesOf({ citations = [] }: CitedFields, { content }: ReplyFacts): LanguageModelV4Source[] {
  const found = new Set(content.flatMap((block) => pagesOf(serverResultOf(block)).map(({ url }) => url)));
  return citations.flatMap(({ source }) => ('url' in source && found.has(source.url) ? [] : [source]));
}

function sourceOf(citation: TextCitation, id: string): LanguageModelV4Source {
  const metadata = own({ citation: json(citation) });
  if (citation.type === 'web_search_result_location' || citation.type === 'search_result_location') {
    const url = citation.type === 'search_result_location' ? citation.source : citation.url;
    const title = citation.title == null ? {} : { title: citation.title };
    return { type: 'source', sourceType: 'url', id, url, ...title, ...metadata };
  }
  const title = (citation as { document_title?: string | null }).document_title ?? 'Document';
  const mediaType = citation.type === 'page_location' ? 'application/pdf' : 'text/plain';
  return { type: 'source', sourceType: 'document', id, mediaType, title, ...metadata };
}

/** Returns fields that this version does not know, as metadata. */
function otherFields(fields: object): JSONObject {
  return Object.keys(fields).length === 0 ? {} : { fields: json(fields) };
}

/** Returns metadata, unless it is empty. */
function own(fields: JSONObject): { providerMetadata?: SharedV4ProviderMetadata } {
  return Object.keys(fields).length === 0 ? {} : { providerMetadata: { [PROVIDER]: fields } };
}

/** Parts of replies are JSON, but interfaces have no index signature. */
function json(value: object): JSONObject {
  return value as JSONObject;
}
