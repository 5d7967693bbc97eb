import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { NotFound } from '../ui/empty.js';
import { useFollow } from '../ui/follow.js';
import { useOpen, useView } from '../ui/view.js';
import { ChatList } from './chat-list.js';
import './chat.css';
import { Composer } from './composer.js';
import { conversation, useConversation } from './conversation.js';
import { TurnView } from './turn-view.js';
import { Welcome } from './welcome.js';
import { lastQuestionIn, type Turn } from './turn.js';
import { lazily } from '../ui/lazily.js';

const SettingsForm = lazily(async () => (await import('./settings-form.js')).SettingsForm);

/** The `/chat` page. */
export function ChatPage() {
  const { id, turns, settings } = useConversation();
  const [view, setView] = useView({ chat: '' });
  const [isListOpen, setListOpen] = useOpen('conversations');
  const [areSettingsOpen, setSettingsOpen] = useOpen('settings');
  const [isMissing, setMissing] = useState(false);
  useEffect(() => setMissing(view.chat !== '' && !conversation.open(view.chat)), [view.chat]);
  // A conversation has an address as soon as there is something to come back to.
  useEffect(() => {
    if (view.chat === '' && turns.length > 0) setView({ chat: id }, { replace: true });
  }, [view.chat, id, turns.length, setView]);
  return (
    <div className="chat">
      <header className="row spread chat-head">
        <h1>Chat</h1>
        <div className="row">
          <Button size="tiny" icon="settings" onClick={() => setSettingsOpen(true)}>
            <span className="truncate">{settings.model}</span>
          </Button>
          <IconButton icon="chat" label="Conversations" onClick={() => setListOpen(true)} />
          <Button
            size="tiny"
            icon="plus"
            disabled={turns.length === 0 && !isMissing}
            onClick={() => setView({ chat: conversation.start() })}
          >
            New
          </Button>
        </div>
      </header>
      {isMissing ? (
        <NotFound what="Conversation" />
      ) : (
        <>
          <Turns turns={turns} />
          <div className="chat-foot">
            <Composer />
          </div>
        </>
      )}
      {isListOpen && (
        <Dialog title="Conversations" onClose={() => setListOpen(false)}>
          <ChatList current={id} />
        </Dialog>
      )}
      {areSettingsOpen && (
        <Dialog title="Model and settings" onClose={() => setSettingsOpen(false)}>
          <SettingsForm />
        </Dialog>
      )}
    </div>
  );
}

function Turns({ turns }: { readonly turns: readonly Turn[] }) {
  const list = useRef<HTMLDivElement>(null);
  useFollow(list, turns, turns.at(-1)?.blocks.length === 0);
  const question = lastQuestionIn(turns);
  return (
    <div className="turns" ref={list} role="log" aria-label="Conversation" tabIndex={0}>
      <div className="turns-inner">
        {turns.length === 0 ? (
          <Welcome />
        ) : (
          turns.map((turn, index) => (
            <TurnView
              key={turn.key}
              turn={turn}
              next={toolResultsIn(turns[index + 1])}
              isLast={index === turns.length - 1}
              isQuestion={index === question}
            />
          ))
        )}
      </div>
    </div>
  );
}

/** Returns the turn if it may hold tool results. It never changes, unlike a reply, so memoized turns stay memoized. */
function toolResultsIn(turn: Turn | undefined): Turn | undefined {
  return turn?.role === 'user' ? turn : undefined;
}
