import { Suspense, type ReactNode } from 'react';
import { lazily } from './lazily.js';

/** Props of a dialog. */
export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** `drawer` shows it at the side of the page, at full height. */
  readonly look?: 'wide' | 'drawer';
  readonly children: ReactNode;
}

/** Loaded with the first dialog, because no page needs one to be shown. */
const Modal = lazily(async () => (await import('./modal.js')).Modal);

/** A modal dialog, which traps focus and closes on Escape and on a click beside it. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  );
}
