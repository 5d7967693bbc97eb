import { memo } from 'react';
import type { TextCitation, ToolResultBlockParam } from '@parlance/schemas';
import { Markdown } from '../markdown/markdown.js';
import { words } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { ToolCall } from './tool-call.js';
import type { TurnBlock } from './turn.js';

interface Props {
  readonly block: TurnBlock;
  /** Whether the block is from the model. Only the model's text is rendered as Markdown. */
  readonly isReply: boolean;
  readonly writing: boolean;
  /** Result of the tool, if the block is a tool call. */
  readonly result: ToolResultBlockParam | undefined;
}

/** Renders one content block. Unknown block types are shown as JSON. */
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
            <Icon name="thought" size={16} /> {writing ? 'Thinking…' : 'Thought process'}
          </summary>
          <div className="thought muted">{block.thinking || 'The model’s thinking is hidden.'}</div>
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
          <summary>{words(block.type)}</summary>
          <pre>{JSON.stringify(block, null, 2)}</pre>
        </details>
      );
  }
});

function ImageBlock({ block }: { readonly block: Extract<TurnBlock, { type: 'image' }> }) {
  const { source } = block;
  // Images at a URL are not fetched, so that no request leaves the machine.
  if (source.type !== 'base64')
    return <span className="chip">Image {source.type === 'url' ? source.url : source.file_id}</span>;
  return (
    <img
      className="picture"
      src={`data:${source.media_type};base64,${source.data}`}
      alt="Image you attached"
    />
  );
}

function Citations({ citations }: { readonly citations: readonly TextCitation[] }) {
  if (citations.length === 0) return null;
  return (
    <ul className="row" aria-label="Sources">
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
