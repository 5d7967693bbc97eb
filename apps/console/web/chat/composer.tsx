import { useEffect, useRef, type ClipboardEvent, type FormEvent, type KeyboardEvent } from 'react';
import { Button, IconButton } from '../ui/button.js';
import { useDraft } from '../ui/stored.js';
import { Icon } from '../ui/icon.js';
import { formatBytes } from '../ui/format.js';
import type { Attachment } from './attachments.js';
import { conversation, useConversation } from './conversation.js';
import { useTokenCount } from './token-count.js';
import { useAttachments } from './use-attachments.js';

/** The message box. Files can be dropped, pasted or selected. */
export function Composer() {
  const { busy } = useConversation();
  const [text, setText] = useDraft('message chat');
  const { files, errors, over, add, remove, clear } = useAttachments();
  const box = useRef<HTMLTextAreaElement>(null);
  const blocks = [
    ...files.map(({ block }) => block),
    ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
  ];
  const count = useTokenCount(blocks, [text, ...files.map(({ key }) => key)].join('\n').trim());
  useGrowth(box, text);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (busy || blocks.length === 0) return;
    void conversation.send(blocks);
    setText('');
    clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') conversation.stop();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    add(event.clipboardData.files);
  };

  return (
    <form className={`composer card ${over ? 'over' : ''}`} onSubmit={submit}>
      <AttachmentList files={files} remove={remove} />
      {errors.length > 0 && (
        <ul className="small wrong" role="alert">
          {errors.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <textarea
        ref={box}
        data-first-input
        dir="auto"
        rows={1}
        value={text}
        aria-label="Message"
        placeholder={over ? 'Drop files here' : 'Send a message, or drop a file'}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <Foot count={count} add={add} empty={blocks.length === 0} busy={busy} />
    </form>
  );
}

interface FootProps {
  /** Token count of the conversation with this message, or empty. */
  readonly count: string;
  readonly empty: boolean;
  readonly busy: boolean;
  readonly add: (files: FileList | null) => void;
}

function Foot({ count, empty, busy, add }: FootProps) {
  return (
    <div className="row composer-foot">
      <label className="button quiet icon" title="Attach files">
        <Icon name="clip" />
        <span className="visually-hidden">Attach files</span>
        <input
          type="file"
          multiple
          className="visually-hidden"
          accept="image/jpeg,image/png,image/gif,image/webp,application/pdf,text/*,.md,.json,.csv"
          onChange={(event) => (add(event.target.files), (event.target.value = ''))}
        />
      </label>
      <span className="muted small numbers" aria-live="polite">
        {count}
      </span>
      {busy ? (
        <Button shape="round" onClick={() => conversation.stop()} aria-label="Stop">
          <Icon name="stop" />
        </Button>
      ) : (
        <Button kind="primary" shape="round" type="submit" disabled={empty} aria-label="Send">
          <Icon name="send" />
        </Button>
      )}
    </div>
  );
}

function AttachmentList({
  files,
  remove,
}: {
  readonly files: readonly Attachment[];
  readonly remove: (key: string) => void;
}) {
  if (files.length === 0) return null;
  return (
    <ul className="row attachments">
      {files.map(({ key, name, bytes, preview }) => (
        <li key={key} className="row">
          {preview === undefined ? <Icon name="file" /> : <img src={preview} alt="" />}
          <span className="truncate">{name}</span>
          <span className="muted small">{formatBytes(bytes)}</span>
          <IconButton icon="close" label={`Remove ${name}`} isSmall onClick={() => remove(key)} />
        </li>
      ))}
    </ul>
  );
}

/** Grows the box with its text, up to the maximum height of the style sheet. */
function useGrowth(box: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  useEffect(() => {
    const form = box.current?.closest('form');
    if (!box.current || !form) return;
    // Fix the form's height while the box is measured, or the conversation above would resize and scroll briefly.
    form.style.blockSize = `${form.offsetHeight}px`;
    box.current.style.blockSize = 'auto';
    box.current.style.blockSize = `${box.current.scrollHeight}px`;
    form.style.blockSize = '';
  }, [box, text]);
}
