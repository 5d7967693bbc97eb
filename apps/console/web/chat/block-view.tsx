import { memo } from 'react';
import type { TextCitation, ToolResultBlockParam } from '@parlance/schemas';
import { Markdown } from '../markdown/markdown.js';
import { Icon } from '../ui/icon.js';
import { ToolCall } from './tool-call.js';
import type { TurnBlock } from './turn.js';

interface Props {
  readonly block: TurnBlock;
  /** Whether it is the model's, who writes Markdown. What the user typed is shown as it was typed. */
  readonly isReply: boolean;
  readonly writing: boolean;
  /** What the tool answered, if the block is a call. */
  readonly result: ToolResultBlockParam | undefined;
}

/**
 * One content block, drawn again only when it has changed. Kinds that the page does not know are shown as what they
 * are: data.
 */
export const BlockView = memo(function BlockView({ block, isReply, writing, result }: Props) {
  switch (block.type) {
    case 'text':
      return (
        <div className="text" dir="auto">
          {isReply ? <Markdown text={block.text} growing={writing} /> : block.text}
          <Citations citations={block.citations ?? []} />
        </div>
      );
    case 'thinking':
      return (
        <details className="fold">
          <summary>
            <Icon name="thought" size={16} /> {writing ? 'Thinking…' : 'Thought about it'}
          </summary>
          <div className="thought muted">{block.thinking || 'The thought is not shown.'}</div>
        </details>
      );
    case 'tool_use':
    case 'server_tool_use':
      return <ToolCall block={block} writing={writing} result={result} />;
    case 'image':
      return <ImageBlock block={block} />;
    case 'document':
      return (
        <span className="chip">
          <Icon name="file" size={14} />
          <span className="truncate">{block.title ?? 'Document'}</span>
        </span>
      );
    default:
      return (
        <details className="fold">
          <summary>{block.type.replaceAll('_', ' ')}</summary>
          <pre>{JSON.stringify(block, null, 2)}</pre>
        </details>
      );
  }
});

function ImageBlock({ block }: { readonly block: Extract<TurnBlock, { type: 'image' }> }) {
  const { source } = block;
  // An image at an address is not fetched: no request leaves the machine.
  if (source.type !== 'base64')
    return <span className="chip">Image {source.type === 'url' ? source.url : source.file_id}</span>;
  return (
    <img className="picture" src={`data:${source.media_type};base64,${source.data}`} alt="Attached by you" />
  );
}

function Citations({ citations }: { readonly citations: readonly TextCitation[] }) {
  if (citations.length === 0) return null;
  return (
    <ul className="citations" aria-label="Sources">
      {citations.map((citation, index) => (
        <li key={index}>
          <details className="citation">
            <summary>
              {index + 1} · {titleOf(citation)}
            </summary>
            <q>{'cited_text' in citation ? String(citation.cited_text) : ''}</q>
          </details>
        </li>
      ))}
    </ul>
  );
}

function titleOf(citation: TextCitation): string {
  switch (citation.type) {
    case 'page_location':
      return `${citation.document_title ?? 'Document'}, page ${citation.start_page_number}`;
    case 'char_location':
    case 'content_block_location':
      return citation.document_title ?? `Document ${citation.document_index + 1}`;
    case 'web_search_result_location':
      return citation.title ?? citation.url;
    case 'search_result_location':
      return citation.title ?? citation.source;
    default:
      return 'Source';
  }
}
