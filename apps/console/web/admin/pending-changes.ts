import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FailedAction, StagedPlan } from '../../server/organization.js';
import type { Problem } from '../../server/problem.js';
import { api, call, problemFrom, query } from '../api.js';
import { applyDirectly, stagedOf, type AdminChange } from './admin-change.js';
import { useStored } from '../ui/stored.js';

/** A change that has not been applied yet. */
export interface PendingChange {
  /** Identifies the subject of the change. A later change with the same key replaces it. */
  readonly key: string;
  readonly change: AdminChange;
  /** Display name of what the change affects. */
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  readonly problem?: Problem | undefined;
}

/** A change with the time at which it was added, by which the changes are sorted. */
interface StoredChange extends PendingChange {
  readonly addedAt: number;
}

/** The pending changes of the page. */
export interface PendingChanges {
  readonly changes: readonly PendingChange[];
  /** The plan that applies the changes. Undefined while it is made. */
  readonly plan: StagedPlan | undefined;
  /** The reason why the changes could not be planned. */
  readonly problem: Problem | undefined;
  readonly busy: boolean;
  /** Adds a change, or replaces the one with the same key. */
  readonly add: (change: PendingChange) => void;
  readonly remove: (key: string) => void;
  readonly discard: () => void;
  /** Applies the plan as it was reviewed. Failed changes stay pending, with their problem. */
  readonly apply: () => Promise<void>;
}

/**
 * Collects changes so that they can be reviewed before they are applied. They survive a reload.
 *
 * @param onApplied - Called after all changes were tried. They stay visible until it resolves, so that the page never
 *   shows the old values in between.
 */
export function usePendingChanges(onApplied: () => Promise<unknown>): PendingChanges {
  const { parts, set, clear } = useStored<StoredChange>('organization changes');
  const changes = Object.values(parts).toSorted((one, other) => one.addedAt - other.addedAt);
  const [busy, setBusy] = useState(false);
  const latest = useRef(changes);
  useEffect(() => {
    latest.current = changes;
  });
  const add = (change: PendingChange) => set(() => ({ [change.key]: { ...change, addedAt: Date.now() } }));
  const remove = (key: string) => set(() => ({ [key]: undefined }));
  const { data, error, isFetching } = useQuery({
    ...query(api.organization.plan, stagedOf(changes.map(({ change }) => change))),
    enabled: changes.length > 0 && !busy,
  });
  const plan = isFetching ? undefined : data;
  const apply = async (): Promise<void> => {
    if (plan === undefined) return;
    setBusy(true);
    const results = new Map<string, Problem | undefined>();
    const failed = await call(api.organization.apply, { plan: plan.plan }).catch(problemFrom);
    for (const { change } of changes) {
      const id = idOf(change);
      // It may have been removed or replaced in the meantime.
      if (!latest.current.some((known) => idOf(known.change) === id)) continue;
      const direct = applyDirectly(change);
      results.set(
        id,
        direct === undefined ? problemOf(change, failed) : await direct.then(() => undefined, problemFrom),
      );
    }
    await onApplied();
    // Changes that were added or replaced in the meantime, also in another tab, stay.
    set((known) =>
      Object.fromEntries(
        Object.values(known).flatMap((one) => {
          const id = idOf(one.change);
          if (!results.has(id)) return [];
          const problem = results.get(id);
          return [[one.key, problem && { ...one, problem }]];
        }),
      ),
    );
    setBusy(false);
  };
  const problem = error === null ? undefined : problemFrom(error);
  return { changes, plan, problem, busy, add, remove, discard: clear, apply };
}

/** Identifies a change by its content, as a later one can have the same subject. */
const idOf = (change: AdminChange): string => JSON.stringify(change);

/** Returns why the plan did not make a change. */
function problemOf(change: AdminChange, failed: readonly FailedAction[] | Problem): Problem | undefined {
  if (!Array.isArray(failed)) return failed as Problem;
  const email = 'email' in change ? change.email.toLowerCase() : '';
  const action = (failed as readonly FailedAction[]).find((one) => one.email.toLowerCase() === email);
  return action && { kind: 'refused', code: action.code, message: 'The change was not made.' };
}
