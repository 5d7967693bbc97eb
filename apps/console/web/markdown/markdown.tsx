import { useRef } from 'react';
import { Block } from './block.js';
import { MarkdownReader } from './markdown-reader.js';
import './markdown.css';

interface Props {
  readonly text: string;
  /** Whether more of it will come. */
  readonly growing: boolean;
}

/**
 * Shows Markdown as React elements: there is no HTML on the way, so none of the model's can get into the page. What is
 * complete is drawn once.
 */
export function Markdown({ text, growing }: Props) {
  const reader = useRef<MarkdownReader>(null);
  reader.current ??= new MarkdownReader();
  const tokens = reader.current.read(text, !growing);
  return (
    <div className={`markdown ${growing ? 'growing' : ''}`}>
      {tokens.map((token, index) => (
        // Tokens are only ever added at the end.
        <Block key={index} token={token} depth={0} />
      ))}
    </div>
  );
}
