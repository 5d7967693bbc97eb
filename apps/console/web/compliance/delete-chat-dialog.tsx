import type { ChatMessage } from '@parlance/schemas';
import { api, call } from '../api.js';
import { Confirm } from '../ui/confirm.js';
import { plural } from '../ui/format.js';
import { downloadsOf } from './downloads-of.js';
import type { ChatHead } from './use-chats.js';

interface Props {
  readonly chat: ChatHead;
  readonly messages: readonly ChatMessage[];
  readonly onClose: () => void;
  readonly onDeleted: () => Promise<void>;
}

/** Lists what the deletion removes, and requires typing the name of the chat to confirm. */
export function DeleteChatDialog({ chat, messages, onClose, onDeleted }: Props) {
  const phrase = phraseOf(chat);
  return (
    <Confirm
      title="Permanently delete this chat?"
      action="Delete permanently"
      isDangerous
      phrase={phrase}
      onConfirm={() => call(api.compliance.deleteChat, { id: chat.id }).then(onDeleted)}
      onClose={onClose}
    >
      <p>This can’t be undone. The following is deleted for everyone:</p>
      <ul className="loss">
        <li>
          the chat <strong>{phrase}</strong> by {chat.user.email_address}
        </li>
        <li>{plural(messages.length, 'message')}</li>
        {messages.flatMap(downloadsOf).map(({ href, kind, name }) => (
          <li key={href}>
            the {kind} <strong>{name}</strong>
          </li>
        ))}
      </ul>
      <p className="muted small">Activities about this chat are kept.</p>
    </Confirm>
  );
}

/** Returns the name of the chat as it is displayed, with whitespace collapsed, because that is what users type. */
function phraseOf({ name, id }: ChatHead): string {
  return name.replaceAll(/\s+/g, ' ').trim() || id;
}
