import { useState } from 'react';
import { Button, IconButton } from './button.js';
import { Confirm } from './confirm.js';
import effects from './removal-effects.json' with { type: 'json' };

/** What can be archived or deleted. */
export type Removable = keyof typeof effects;

type Removal = 'archive' | 'delete';

/** The effects of archiving and deleting, shown before the user confirms. */
const EFFECTS: Readonly<Record<Removable, Partial<Record<Removal, readonly string[]>>>> = effects;

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
