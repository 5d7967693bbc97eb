import { useState, type FormEvent } from 'react';
import type { ChatMessage } from '@parlance/schemas';
import type { ChatHead } from '../../server/compliance.js';
import { api, call } from '../api.js';
import { useAction } from '../ui/action.js';
import { Dialog } from '../ui/dialog.js';
import { ProblemNotice } from '../ui/notice.js';
import { downloadsOf } from './downloads-of.js';

interface Props {
  readonly chat: ChatHead;
  readonly messages: readonly ChatMessage[];
  readonly onClose: () => void;
  readonly onDeleted: () => Promise<void>;
}

/** Lists what the deletion removes, and requires typing the name of the chat to confirm. */
export function DeleteChatDialog({ chat, messages, onClose, onDeleted }: Props) {
  const [typed, setTyped] = useState('');
  const { busy, problem, run } = useAction();
  const phrase = phraseOf(chat);
  const attachments = messages.flatMap(downloadsOf);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => call(api.compliance.deleteChat, { id: chat.id }).then(onDeleted));
  };
  return (
    <Dialog title="Permanently delete this chat?" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p>This can’t be undone. The following is deleted for everyone:</p>
        <ul className="loss">
          <li>
            the chat <strong>{phrase}</strong> by {chat.user.email_address}
          </li>
          <li>
            {messages.length} {messages.length === 1 ? 'message' : 'messages'}
          </li>
          {attachments.map(({ key, kind, name }) => (
            <li key={key}>
              the {kind} <strong>{name}</strong>
            </li>
          ))}
        </ul>
        <p className="muted small">Activities about this chat are kept.</p>
        {problem !== undefined && <ProblemNotice problem={problem} />}
        <label className="field">
          <span className="label">
            Type <code>{phrase}</code> to confirm
          </span>
          <input
            className="input"
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <div className="row">
          <button type="submit" className="button danger" disabled={typed.trim() !== phrase || busy}>
            Delete permanently
          </button>
          <button
            type="button"
            className="button"
            onClick={(event) => event.currentTarget.closest('dialog')?.close()}
          >
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns the name of the chat as it is displayed, with whitespace collapsed, because that is what users type. */
function phraseOf({ name, id }: ChatHead): string {
  return name.replaceAll(/\s+/g, ' ').trim() || id;
}
