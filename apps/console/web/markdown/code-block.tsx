import { useEffect, useState } from 'react';
import { Icon } from '../ui/icon.js';

/** How long the button shows that the code was copied. */
const COPIED_MS = 1_500;

/** A code block with its language and a copy button. Long lines scroll. */
export function CodeBlock({
  text,
  language,
}: {
  readonly text: string;
  readonly language: string | undefined;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // The browser may deny access to the clipboard.
      () => setCopied(false),
    );
  };
  const name = language === undefined || language === '' ? 'text' : (language.split(/\s/, 1)[0] ?? 'text');
  return (
    <figure className="code">
      <figcaption>
        <span>{name}</span>
        <button type="button" className="button tiny quiet" onClick={copy} aria-label="Copy code">
          <Icon name={copied ? 'check' : 'copy'} size={14} /> {copied ? 'Copied' : 'Copy'}
        </button>
      </figcaption>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
