/** What tests of `applyRetention` have in common. */
import { NotFoundError } from '@parlance/core-transport';
import {
  readRetentionJournal,
  type ApplyRetentionOptions,
  type JournalEntry,
  type RetentionPlan,
} from '../index.js';
import { approve, approversOf, ines } from '@parlance/testing/approvers';
import { everything, type RetentionWorld } from './retention-world.js';

/** Who adds a hold, and why. */
export const why: { readonly by: string; readonly reason: string } = {
  by: 'ines@example.com',
  reason: 'matter 12',
};

/** Options with which a plan is applied. */
export function applying(
  world: RetentionWorld,
  plan: RetentionPlan,
  options: Partial<ApplyRetentionOptions> = {},
): ApplyRetentionOptions {
  return {
    compliance: world.compliance,
    archive: world.archive,
    store: world.store,
    rules: everything,
    approvers: approversOf(),
    approvals: approve(plan.digest, ines),
    maxChats: 100,
    canary: { chats: 2 },
    ...options,
  };
}

/** Reads the journal of the world. */
export async function entriesOf({ store }: RetentionWorld): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for await (const entry of readRetentionJournal(store)) entries.push(entry);
  return entries;
}

/** Counts the deletions that the emulator received. */
export function deletions({ fake }: RetentionWorld): number {
  return fake.journal().filter(({ method }) => method === 'DELETE').length;
}

/** Returns whether the service still has a chat. */
export async function exists({ compliance }: RetentionWorld, id: string): Promise<boolean> {
  try {
    await compliance.chats.messages(id, { limit: 1 });
    return true;
  } catch (error) {
    if (NotFoundError.is(error)) return false;
    throw error;
  }
}
