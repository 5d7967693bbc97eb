import { useEffect, useState } from 'react';
import { Button } from './button.js';

/** How long the button shows that the text was copied. */
const COPIED_MS = 1_500;

/** A button that copies a text to the clipboard. */
export function CopyButton(props: {
  readonly text: string;
  /** Label for assistive technology. */
  readonly label: string;
  /** Visible text. Default `Copy`. Empty for an icon alone. */
  readonly children?: string;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    navigator.clipboard.writeText(props.text).then(
      () => setCopied(true),
      // The browser may deny access to the clipboard.
      () => setCopied(false),
    );
  };
  return (
    <Button size="tiny" kind="quiet" icon={copied ? 'check' : 'copy'} onClick={copy} aria-label={props.label}>
      {copied && props.children !== '' ? 'Copied' : (props.children ?? 'Copy')}
    </Button>
  );
}
