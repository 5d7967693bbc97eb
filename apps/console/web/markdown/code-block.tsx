import { CopyButton } from '../ui/copy-button.js';

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
        <code>{text}</code>
      </pre>
    </figure>
  );
}
