import { useEffect, useRef } from 'react';
import { Dialog, Heading, Modal as AriaModal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './button.js';
import type { DialogProps } from './dialog.js';

/** The dialog itself. The first field has the focus, not the close button. */
export function Modal({ title, onClose, look, children }: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => body.current?.querySelector<HTMLElement>('input, textarea, .select')?.focus(), []);
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={onClose}>
      <AriaModal className={`dialog ${look ?? ''}`}>
        <Dialog className="dialog-inner">
          <div className="row spread head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton icon="close" label="Close" onClick={onClose} />
          </div>
          <div className="stack body" ref={body}>
            {children}
          </div>
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}
