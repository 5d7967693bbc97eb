import { useState } from 'react';
import { Link } from 'wouter';
import { formatTime } from '../ui/format.js';
import { RemovalActions } from '../ui/removal-actions.js';
import { deleteChat, listChats } from './saved-chat.js';

/** The conversations that this browser has saved, the latest first. */
export function ChatList({ current }: { readonly current: string }) {
  const [chats, setChats] = useState(listChats);
  if (chats.length === 0) return <p className="muted">No conversations yet.</p>;
  const remove = (id: string) => {
    deleteChat(id);
    setChats(listChats());
  };
  return (
    <ul className="stack tight-stack" aria-label="Conversations">
      {chats.map(({ id, title, savedAt }) => (
        <li key={id} className="row spread">
          <Link href={`/chat?chat=${id}`} className="truncate" aria-current={id === current}>
            {title}
          </Link>
          <span className="row small muted">
            {formatTime(savedAt)}
            {id !== current && (
              <RemovalActions what="conversation" name={title} onDelete={() => remove(id)} isSmall />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
