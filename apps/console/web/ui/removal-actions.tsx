import { useState } from 'react';
import { Button, IconButton } from './button.js';
import { Confirm } from './confirm.js';

/** What can be archived or deleted. */
export type Removable =
  | 'agent'
  | 'session'
  | 'memory store'
  | 'vault'
  | 'credential'
  | 'thread'
  | 'memory'
  | 'file'
  | 'batch'
  | 'user profile'
  | 'conversation';

type Removal = 'archive' | 'delete';

/** The effects of archiving and deleting, shown before the user confirms. */
const EFFECTS: Readonly<Record<Removable, Partial<Record<Removal, readonly string[]>>>> = {
  agent: {
    archive: [
      'You can still view the agent and its versions, but no longer change them.',
      'New sessions and coordinators can’t use it. Running sessions continue.',
    ],
  },
  session: {
    archive: ['The session ends. You can still view its events, but no longer send messages.'],
    delete: ['The session, its events and its container are deleted.'],
  },
  'memory store': {
    archive: [
      'You can still view its memories, but no longer change them.',
      'New sessions can’t attach it. Sessions that already use it keep it.',
    ],
    delete: ['The store, its memories and all their versions are deleted.'],
  },
  vault: {
    archive: ['New sessions can’t use the vault, and its credentials can no longer be changed.'],
    delete: ['The vault and all its credentials are deleted.'],
  },
  credential: {
    archive: [
      'Its secret is purged. You can still view its other details, and add a new credential for the same server.',
    ],
    delete: ['The credential and its secret are deleted.'],
  },
  thread: { archive: ['The thread ends. You can still view its events.'] },
  memory: { delete: ['The memory is deleted. Its versions are kept until the store is deleted.'] },
  file: { delete: ['The session can no longer access the file. The uploaded file is kept.'] },
  conversation: { delete: ['The conversation is deleted from this browser.'] },
  'user profile': {},
  batch: { delete: ['The batch and its results are deleted.'] },
};

interface Props {
  readonly what: Removable;
  readonly name: string;
  readonly onArchive?: (() => unknown) | undefined;
  readonly onDelete?: (() => unknown) | undefined;
  /** Shows icons only, for list items. */
  readonly isSmall?: boolean;
}

/** Archive and delete buttons. Each explains its effects and requires confirmation. */
export function RemovalActions({ what, name, onArchive, onDelete, isSmall = false }: Props) {
  const [confirming, setConfirming] = useState<Removal>();
  const removals = [
    { removal: 'archive' as const, run: onArchive },
    { removal: 'delete' as const, run: onDelete },
  ].filter(({ run }) => run !== undefined);
  const run = confirming === 'archive' ? onArchive : onDelete;
  return (
    <>
      {removals.map(({ removal }) =>
        isSmall ? (
          <IconButton
            key={removal}
            icon={removal === 'archive' ? 'archive' : 'trash'}
            label={`${labelOf(removal)} ${name}`}
            title={labelOf(removal)}
            isSmall
            onClick={() => setConfirming(removal)}
          />
        ) : (
          <Button key={removal} size="tiny" onClick={() => setConfirming(removal)}>
            {labelOf(removal)}…
          </Button>
        ),
      )}
      {confirming !== undefined && run !== undefined && (
        <Confirm
          title={`${labelOf(confirming)} this ${what}?`}
          action={`${labelOf(confirming)} ${what}`}
          isDangerous={confirming === 'delete'}
          onConfirm={run}
          onClose={() => setConfirming(undefined)}
        >
          <p>
            <strong>{name}</strong>
          </p>
          {EFFECTS[what][confirming]?.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p className="muted small">This can’t be undone.</p>
        </Confirm>
      )}
    </>
  );
}

function labelOf(removal: Removal): string {
  return removal === 'archive' ? 'Archive' : 'Delete';
}
