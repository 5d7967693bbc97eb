import { useState } from 'react';
import { Link } from 'wouter';
import { formatTime } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
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
              <button
                type="button"
                className="button quiet icon"
                aria-label={`Delete ${title}`}
                onClick={() => remove(id)}
              >
                <Icon name="trash" size={16} />
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
