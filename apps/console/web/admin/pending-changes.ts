import { useState } from 'react';
import type { AdminChange } from '../../server/admin.js';
import type { Problem } from '../../server/problem.js';
import { ask, problemFrom } from '../rpc.js';

/** A change that has been asked for and not yet applied. */
export interface PendingChange {
  /** What it is about; a second change about the same replaces the first. */
  readonly key: string;
  readonly change: AdminChange;
  /** Whom or what it changes. */
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  readonly problem?: Problem | undefined;
}

/** The changes of the page. */
export interface PendingChanges {
  readonly changes: readonly PendingChange[];
  readonly busy: boolean;
  /** Asks for a change, in the place of an earlier one about the same. */
  readonly add: (change: PendingChange) => void;
  readonly remove: (key: string) => void;
  readonly discard: () => void;
  /** Applies them one by one; those that fail stay, with what went wrong. */
  readonly apply: () => Promise<void>;
}

/**
 * Gathers changes, so that they are seen before they are made.
 *
 * @param onApplied - Called when they have been tried; they are shown until it resolves, so that nothing flickers back.
 */
export function usePendingChanges(onApplied: () => Promise<void>): PendingChanges {
  const [changes, setChanges] = useState<readonly PendingChange[]>([]);
  const [busy, setBusy] = useState(false);
  const remove = (key: string) => setChanges((known) => known.filter((change) => change.key !== key));
  const add = (change: PendingChange) =>
    setChanges((known) => [...known.filter(({ key }) => key !== change.key), change]);
  const apply = async (): Promise<void> => {
    setBusy(true);
    const left: PendingChange[] = [];
    for (const pending of changes) {
      try {
        await ask('admin.apply', pending.change);
      } catch (error) {
        left.push({ ...pending, problem: problemFrom(error) });
      }
    }
    await onApplied();
    setChanges(left);
    setBusy(false);
  };
  return { changes, busy, add, remove, discard: () => setChanges([]), apply };
}
