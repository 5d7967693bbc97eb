import { useEffect, useState } from 'react';
import { CopyButton } from '../ui/copy-button.js';
import type { Piece } from './highlight.js';
import './code-block.css';

/** Longer code is shown without colors. */
const LIMIT_CHARACTERS = 50_000;

/** How long code has to stay unchanged before it is highlighted, so that streaming stays smooth. */
const PAUSE_MS = 100;

interface Highlighted {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

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
      <figcaption>
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
 * Code with syntax highlighting. It is plain text until the highlighter has loaded, as is the end of code that is still
 * streaming. Text is never parsed as HTML.
 */
export function HighlightedCode({ text, language }: { readonly text: string; readonly language: string }) {
  const [done, setDone] = useState<Highlighted>({ text: '', pieces: [] });
  useEffect(() => {
    if (language === 'text' || text.length > LIMIT_CHARACTERS) return;
    const show = async (): Promise<void> => {
      const { highlight } = await import('./highlight.js');
      const pieces = await highlight(text, language.toLowerCase());
      if (pieces !== undefined) setDone({ text, pieces });
    };
    // If this fails, the code is readable without colors.
    const timer = setTimeout(() => void show().catch(() => {}), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, language]);
  if (!text.startsWith(done.text)) return <code>{text}</code>;
  return (
    <code>
      {done.pieces.map(({ content, color }, index) => (
        <span key={index} style={{ color }}>
          {content}
        </span>
      ))}
      {text.slice(done.text.length)}
    </code>
  );
}
