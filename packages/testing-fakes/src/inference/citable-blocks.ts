/**
 * Documents and search results of a request that the reply may cite.
 *
 * Rules: INF-046, INF-157.
 */
import type {
  ContentBlockParam,
  DocumentBlockParam,
  MessageParam,
  SearchResultBlockParam,
  TextCitation,
  ToolResultContentBlock,
} from '@parlance/schemas';

/** A block with citations enabled. */
export interface CitableBlock {
  /** The block. */
  readonly block: DocumentBlockParam | SearchResultBlockParam;
  /** 0-based index among the documents, or among the search results, of the request. The two are counted separately. */
  readonly index: number;
  /** 0-based index of its message. */
  readonly message: number;
}

/**
 * Returns the blocks with citations enabled, including those inside tool results, in request order.
 *
 * @param messages - Messages of the request.
 */
export function citableBlocks(messages: readonly MessageParam[]): CitableBlock[] {
  const found: CitableBlock[] = [];
  const counts = { document: 0, search_result: 0 };
  messages.forEach(({ content }, message) => {
    const blocks = typeof content === 'string' ? [] : content;
    const flat = blocks.flatMap((block): (ContentBlockParam | ToolResultContentBlock)[] =>
      block.type === 'tool_result' && Array.isArray(block.content) ? block.content : [block],
    );
    for (const block of flat) {
      if (block.type !== 'document' && block.type !== 'search_result') continue;
      const index = counts[block.type]++;
      if (block.citations?.enabled === true) found.push({ block, index, message });
    }
  });
  return found;
}

/**
 * Returns a citation of the start of a block: its first sentence, page or content block.
 *
 * @returns The citation, or undefined if there is no text to cite.
 */
export function citeBeginning({ block, index }: CitableBlock): TextCitation | undefined {
  if (block.type === 'search_result') {
    const cited = block.content[0]?.text;
    if (cited === undefined) return undefined;
    return {
      type: 'search_result_location',
      cited_text: cited,
      search_result_index: index,
      source: block.source,
      title: block.title,
      start_block_index: 0,
      end_block_index: 1,
    };
  }
  const { source } = block;
  const about = { document_index: index, document_title: block.title ?? null, file_id: null };
  if (source.type === 'text' || (source.type === 'content' && typeof source.content === 'string')) {
    const cited = firstSentence(source.type === 'text' ? source.data : (source.content as string));
    if (cited === '') return undefined;
    return {
      type: 'char_location',
      cited_text: cited,
      ...about,
      start_char_index: 0,
      end_char_index: cited.length,
    };
  }
  if (source.type === 'content' && typeof source.content !== 'string') {
    const cited = source.content[0];
    if (cited?.type !== 'text') return undefined;
    return {
      type: 'content_block_location',
      cited_text: cited.text,
      ...about,
      start_block_index: 0,
      end_block_index: 1,
    };
  }
  const fileId = source.type === 'file' ? source.file_id : null;
  // The emulator does not parse PDFs, so it cites the first page, which always exists.
  return {
    type: 'page_location',
    cited_text: block.title ?? 'Page 1',
    ...about,
    file_id: fileId,
    start_page_number: 1,
    end_page_number: 2,
  };
}

const MAX_SENTENCE = 500;

function firstSentence(text: string): string {
  const beginning = text.slice(0, MAX_SENTENCE);
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(beginning)?.[0] ?? beginning;
}
