import { memo, useEffect, useState } from 'react';
import { CopyButton } from '../ui/copy-button.js';
import type { CodeReader, Line } from './highlight.js';
import './code-block.css';

/** Longer code is shown without colors. */
const LIMIT_CHARACTERS = 50_000;

/** A code block with its language and a copy button. Long lines scroll. */
export function CodeBlock({
  text,
  language,
}: {
  readonly text: string;
  readonly language: string | undefined;
}) {
  const name = language === undefined || language === '' ? 'text' : (language.split(/\s/, 1)[0] ?? 'text');
  return (
    <figure className="code">
      <figcaption className="row spread">
        <span>{name}</span>
        <CopyButton text={text} label="Copy code" />
      </figcaption>
      <pre tabIndex={0}>
        <HighlightedCode text={text} language={name} />
      </pre>
    </figure>
  );
}

/**
 * Code with syntax highlighting, also while it is streaming. It is plain text until the highlighter has loaded. Text is
 * never parsed as HTML.
 */
export function HighlightedCode({ text, language }: { readonly text: string; readonly language: string }) {
  const [reader, setReader] = useState<CodeReader>();
  const isPlain = language === 'text' || text.length > LIMIT_CHARACTERS;
  useEffect(() => {
    if (isPlain) return;
    const load = async (): Promise<void> => {
      const { readerOf } = await import('./highlight.js');
      setReader(readerOf(language.toLowerCase()));
    };
    // If this fails, the code is readable without colors.
    void load().catch(() => {});
  }, [isPlain, language]);
  if (isPlain || reader === undefined) return <code>{text}</code>;
  return (
    <code>
      {reader.read(text).map((line, index) => (
        <LineOfCode key={index} line={line} isFirst={index === 0} />
      ))}
    </code>
  );
}

/** Renders again only when its line changes. */
const LineOfCode = memo(function LineOfCode(props: { readonly line: Line; readonly isFirst: boolean }) {
  return (
    <>
      {!props.isFirst && '\n'}
      {props.line.map(({ content, color }, index) => (
        <span key={index} style={{ color }}>
          {content}
        </span>
      ))}
    </>
  );
});
