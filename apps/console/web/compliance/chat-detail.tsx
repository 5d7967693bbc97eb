import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChatMessage } from '@parlance/schemas';
import { Button } from '../ui/button.js';
import { NotFound } from '../ui/empty.js';
import { formatTime } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { DetailHead } from '../ui/panes.js';
import { problemFrom } from '../api.js';
import { compliance } from '../sdk/compliance.js';
import { Pending } from '../ui/pending.js';
import { downloadsOf } from './downloads-of.js';
import { DeleteChatDialog } from './delete-chat-dialog.js';
import { taskIn, type ChatHead } from './use-chats.js';

interface Props {
  readonly id: string;
  readonly onBack: () => void;
  readonly onDeleted: (chat: ChatHead) => Promise<void>;
}

async function loadChat(chatId: string, signal: AbortSignal) {
  const messages: ChatMessage[] = [];
  let chat: ChatHead | undefined;
  for await (const page of compliance.chats.messages(chatId, {}, { signal }).pages()) {
    messages.push(...page.data);
    // Every page has the fields of the chat.
    const { id, name, model, user, created_at } = page;
    chat = { id, name, model, user, created_at };
  }
  return { chat, messages };
}

/** A chat with its messages and attachments. */
export function ChatDetail({ id, onBack, onDeleted }: Props) {
  const { data, error } = useQuery({
    queryKey: ['chats.messages', id],
    queryFn: ({ signal }) => loadChat(id, signal),
    gcTime: 0,
  });
  const [deleting, setDeleting] = useState(false);
  const chat = data?.chat;
  if (error !== null && problemFrom(error).status === 404)
    return (
      <div className="card detail">
        <NotFound what="Chat" />
      </div>
    );
  return (
    <section className="card detail" aria-label={chat?.name ?? 'Chat'}>
      {chat !== undefined && (
        <DetailHead
          title={chat.name.trim() || taskIn(data?.messages ?? []) || 'Untitled'}
          below={[
            chat.user.email_address,
            chat.model ?? 'model not recorded',
            formatTime(chat.created_at),
          ].join(' · ')}
          onBack={onBack}
        >
          <Button size="tiny" icon="trash" onClick={() => setDeleting(true)}>
            Delete…
          </Button>
        </DetailHead>
      )}
      <Pending error={error} isLoaded={data !== undefined} />
      <ol className="stack">
        {data?.messages.map((message) => (
          <MessageView key={message.id} message={message} />
        ))}
      </ol>
      {deleting && chat !== undefined && (
        <DeleteChatDialog
          chat={chat}
          messages={data?.messages ?? []}
          onDeleted={() => onDeleted(chat)}
          onClose={() => setDeleting(false)}
        />
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
          {attachments.map(({ kind, name, href }) => (
            <li key={href}>
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
