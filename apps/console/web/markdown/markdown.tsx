import { useRef } from 'react';
import { Block } from './block.js';
import { MarkdownReader } from './markdown-reader.js';
import './markdown.css';

/** The start of the line that closes a code block, which would be code until it is whole. */
const PART_OF_FENCE = /(\n {0,3})(?:`{1,2}|~{1,2})$/;

interface Props {
  readonly text: string;
  /** Whether the text is still streaming. */
  readonly growing: boolean;
}

/**
 * Renders Markdown as React elements. No HTML is involved, so none of the model's output can inject any. Complete blocks
 * render once.
 */
export function Markdown({ text, growing }: Props) {
  const reader = useRef<MarkdownReader>(null);
  reader.current ??= new MarkdownReader();
  const tokens = reader.current.read(growing ? text.replace(PART_OF_FENCE, '$1') : text, !growing);
  return (
    <div className={`markdown ${growing ? 'growing' : ''}`}>
      {tokens.map((token, index) => (
        // Tokens are only appended, so the index is a stable key.
        <Block key={index} token={token} depth={0} />
      ))}
    </div>
  );
}
