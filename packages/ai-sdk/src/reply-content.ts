/** Converts content blocks of replies to content of the AI SDK. */
import type {
  JSONObject,
  LanguageModelV4Citation,
  LanguageModelV4Content,
  LanguageModelV4Source,
  LanguageModelV4Text,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { ContentBlock, TextBlock, TextCitation } from '@parlance/schemas/inference';
import { PROVIDER } from './provider-options.js';

/** Content of a block. */
export type BlockContent = Extract<
  LanguageModelV4Content,
  { type: 'text' | 'reasoning' | 'tool-call' | 'custom' | 'source' }
>;

/**
 * Converts a block. Blocks that the AI SDK has no type for, such as results of tools that the service runs, become custom
 * content with the block as metadata, and are sent back unchanged in later turns.
 *
 * @param block - Block.
 * @param index - Index in the reply.
 */
export function blockContent(block: ContentBlock, index: number): BlockContent[] {
  if (block.type === 'text') {
    const cited = citedFields(block, index);
    return [...sourcesOf(cited), { type: 'text', text: block.text, ...cited }];
  }
  if (block.type === 'thinking')
    return [
      { type: 'reasoning', text: block.thinking, providerMetadata: metadata({ signature: block.signature }) },
    ];
  if (block.type === 'redacted_thinking')
    return [{ type: 'reasoning', text: '', providerMetadata: metadata({ redacted_data: block.data }) }];
  if (block.type === 'tool_use')
    return [
      {
        type: 'tool-call',
        toolCallId: block.id,
        toolName: block.name,
        input: JSON.stringify(block.input),
        ...(block.caller !== undefined && {
          providerMetadata: metadata({ caller: block.caller as unknown as JSONObject }),
        }),
      },
    ];
  return [
    {
      type: 'custom',
      kind: `${PROVIDER}.${block.type}`,
      providerMetadata: metadata({ block: block as unknown as JSONObject }),
    },
  ];
}

/** Fields of a text with citations. In the metadata they are as the service sent them, to be sent back unchanged. */
export type CitedFields = Pick<LanguageModelV4Text, 'citations' | 'providerMetadata'>;

/** Converts the citations of a text block. */
export function citedFields(block: Pick<TextBlock, 'citations'>, index: number): CitedFields {
  if (block.citations == null || block.citations.length === 0) return {};
  const citations = block.citations.map((citation, number): LanguageModelV4Citation => ({
    source: sourceOf(citation, `${index}-${number}`),
    citedText: String(citation.cited_text),
  }));
  return { citations, providerMetadata: metadata({ citations: block.citations as unknown as JSONObject[] }) };
}

/** Returns the sources of citations. */
export function sourcesOf({ citations = [] }: CitedFields): LanguageModelV4Source[] {
  return citations.map(({ source }) => source);
}

function sourceOf(citation: TextCitation, id: string): LanguageModelV4Source {
  const providerMetadata = metadata({ citation: citation as unknown as JSONObject });
  if (citation.type === 'web_search_result_location' || citation.type === 'search_result_location') {
    const url = citation.type === 'search_result_location' ? citation.source : citation.url;
    const title = citation.title == null ? {} : { title: citation.title };
    return { type: 'source', sourceType: 'url', id, url, ...title, providerMetadata };
  }
  const title = (citation as { document_title?: string | null }).document_title ?? 'Document';
  const mediaType = citation.type === 'page_location' ? 'application/pdf' : 'text/plain';
  return { type: 'source', sourceType: 'document', id, mediaType, title, providerMetadata };
}

function metadata(fields: JSONObject): SharedV4ProviderMetadata {
  return { [PROVIDER]: fields };
}
