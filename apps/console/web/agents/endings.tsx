import { useState } from 'react';
import { Confirm } from '../ui/confirm.js';
import { Icon } from '../ui/icon.js';

/** What can be ended. */
export type Ended =
  'agent' | 'session' | 'memory store' | 'vault' | 'credential' | 'thread' | 'memory' | 'file';

type Way = 'archive' | 'delete';

/** What archiving and deleting do, in words: what is lost, and what goes on. */
const EFFECTS: Readonly<Record<Ended, Partial<Record<Way, readonly string[]>>>> = {
  agent: {
    archive: [
      'The agent and its versions can still be read, but never changed again.',
      'No new session and no coordinator can use it. Sessions that run go on.',
    ],
  },
  session: {
    archive: ['The session ends. Its events can still be read; nothing can be said to it any more.'],
    delete: ['The session, all its events and its container are lost.'],
  },
  'memory store': {
    archive: [
      'What it holds can still be read, but never changed again.',
      'It cannot be attached to new sessions. Sessions that have it keep it.',
    ],
    delete: ['The store, every memory in it and all their versions are lost.'],
  },
  vault: {
    archive: ['No new session can use the vault, and its credentials cannot be changed any more.'],
    delete: ['The vault and every credential in it are lost.'],
  },
  credential: {
    archive: [
      'Its secret is purged. What it was for can still be read, and its server is free for another one.',
    ],
    delete: ['The credential and its secret are lost.'],
  },
  thread: { archive: ['The thread ends. Its events can still be read.'] },
  memory: { delete: ['The memory is lost; its versions stay until the store is deleted.'] },
  file: { delete: ['The session sees it no longer. The uploaded file stays.'] },
};

interface Props {
  readonly what: Ended;
  readonly name: string;
  readonly onArchive?: (() => Promise<unknown>) | undefined;
  readonly onDelete?: (() => Promise<unknown>) | undefined;
  /** Shows icons without words, for lines of a list. */
  readonly isSmall?: boolean;
}

/** The buttons that end something. Each asks first, and says what it does. */
export function Endings({ what, name, onArchive, onDelete, isSmall = false }: Props) {
  const [asking, setAsking] = useState<Way>();
  const ways = [
    { way: 'archive' as const, does: onArchive },
    { way: 'delete' as const, does: onDelete },
  ].filter(({ does }) => does !== undefined);
  const does = asking === 'archive' ? onArchive : onDelete;
  return (
    <>
      {ways.map(({ way }) => (
        <button
          key={way}
          type="button"
          className={isSmall ? 'button quiet icon small-icon' : 'button tiny'}
          aria-label={isSmall ? `${wordOf(way)} ${name}` : undefined}
          title={isSmall ? wordOf(way) : undefined}
          onClick={() => setAsking(way)}
        >
          {isSmall ? <Icon name={way === 'archive' ? 'archive' : 'trash'} size={16} /> : `${wordOf(way)}…`}
        </button>
      ))}
      {asking !== undefined && does !== undefined && (
        <Confirm
          title={`${wordOf(asking)} this ${what}?`}
          action={`${wordOf(asking)} it`}
          isDangerous={asking === 'delete'}
          onConfirm={does}
          onClose={() => setAsking(undefined)}
        >
          <p>
            <strong>{name}</strong>
          </p>
          {EFFECTS[what][asking]?.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p className="muted small">This cannot be undone.</p>
        </Confirm>
      )}
    </>
  );
}

function wordOf(way: Way): string {
  return way === 'archive' ? 'Archive' : 'Delete';
}
