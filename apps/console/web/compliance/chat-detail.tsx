import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Chat, ChatMessage } from '@parlance/schemas';
import { formatTime } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { api, query } from '../api.js';
import { ProblemNotice } from '../ui/notice.js';
import { Spinner } from '../ui/spinner.js';
import { downloadsOf } from './downloads-of.js';
import { DeleteChatDialog } from './delete-chat-dialog.js';

interface Props {
  readonly chat: Chat;
  readonly onBack: () => void;
  readonly onDeleted: () => void;
}

/** A chat with its messages and attachments. */
export function ChatDetail({ chat, onBack, onDeleted }: Props) {
  const { data: messages, error } = useQuery(query(api.compliance.messages, { id: chat.id }));
  const [deleting, setDeleting] = useState(false);
  return (
    <section className="card detail" aria-label={chat.name}>
      <header className="row spread">
        <div className="row">
          <button type="button" className="button quiet icon back" aria-label="Back to list" onClick={onBack}>
            <Icon name="back" />
          </button>
          <div>
            <h2>{chat.name || 'Untitled'}</h2>
            <p className="muted small">
              {chat.user.email_address} · {chat.model ?? 'model not recorded'} · {formatTime(chat.created_at)}
            </p>
          </div>
        </div>
        <button
          type="button"
          className="button tiny"
          disabled={messages === undefined}
          onClick={() => setDeleting(true)}
        >
          <Icon name="trash" size={16} /> Delete…
        </button>
      </header>
      {error !== null && <ProblemNotice problem={error.problem} />}
      {messages === undefined && error === null && <Spinner />}
      <ol className="messages">
        {messages?.map((message) => (
          <MessageView key={message.id} message={message} />
        ))}
      </ol>
      {deleting && messages !== undefined && (
        <DeleteChatDialog {...{ chat, messages, onDeleted }} onClose={() => setDeleting(false)} />
      )}
    </section>
  );
}

function MessageView({ message }: { readonly message: ChatMessage }) {
  const attachments = downloadsOf(message);
  return (
    <li className={`message ${message.role}`}>
      <div className="row small muted">
        <strong>{message.role === 'user' ? 'User' : 'Reply'}</strong>
        <time dateTime={message.created_at}>{formatTime(message.created_at)}</time>
      </div>
      {message.content.map((block, index) =>
        block.type === 'text' ? (
          <p key={index} className="said" dir="auto">
            {block.text}
          </p>
        ) : (
          <pre key={index}>{JSON.stringify(block)}</pre>
        ),
      )}
      {attachments.length > 0 && (
        <ul className="row">
          {attachments.map(({ key, kind, name, href }) => (
            <li key={key}>
              <a className="chip accent" href={href} download title={`Download this ${kind}`}>
                <Icon name="download" size={14} />
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
