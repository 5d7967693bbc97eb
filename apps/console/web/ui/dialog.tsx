import { useEffect, useId, useRef, type ReactNode } from 'react';
import { IconButton } from './button.js';

/** A modal `<dialog>`, which traps focus and closes on Escape. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  /** `drawer` shows it at the side of the page, at full height. */
  readonly look?: 'wide' | 'drawer';
  readonly children: ReactNode;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    element.current?.showModal();
    // Focus the first field instead of the close button.
    element.current?.querySelector<HTMLElement>('.body :is(input, textarea, select)')?.focus();
  }, []);
  return (
    <dialog
      ref={element}
      className={`dialog ${props.look ?? ''}`}
      aria-labelledby={title}
      // React also reports that a dialog inside this one closed.
      onClose={(event) => event.target === element.current && props.onClose()}
      onClick={(event) => event.target === element.current && element.current?.close()}
    >
      <div className="head">
        <h2 id={title}>{props.title}</h2>
        <IconButton icon="close" label="Close" onClick={() => element.current?.close()} />
      </div>
      <div className="body">{props.children}</div>
    </dialog>
  );
}
