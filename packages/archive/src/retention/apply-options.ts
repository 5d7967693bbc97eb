import type { Checks } from '@parlance/core-transport/internal';
import type { ComplianceClient } from '@parlance/compliance';
import type { Store } from '@parlance/durable';
import { whole } from '../option-checks.js';
import type { Archive } from '../reader/open-archive.js';
import type { ApproverPolicy } from './approvers.js';
import type { RetentionRule } from './rules.js';

/** Checks of {@link RetentionCaps}. */
export const capsChecks: Checks = { chats: whole, perUser: whole };

/** Limits of a run. A plan above them is refused as a whole. */
export interface RetentionCaps {
  /** Number of chats. */
  readonly chats: number;
  /** Number of chats of one user. Default: no limit. */
  readonly perUser?: number | undefined;
}

/** The first deletions of a plan. */
export interface RetentionCanary {
  /** Number of chats to delete and check before the others. Default: 10. */
  readonly chats?: number | undefined;
  /**
   * Called after the first deletions. The run continues only if it returns true, for example once a person has checked them. Default: the run
   * continues if each of them is gone.
   */
  readonly confirm?: ((deleted: readonly string[]) => boolean | Promise<boolean>) | undefined;
}

/** Progress of {@link applyRetention}: what became of a chat. */
export interface RetentionEvent {
  /** Id of the chat. */
  readonly chat: string;
  /** What became of it. */
  readonly outcome: 'deleted' | 'was_gone' | 'unknown' | 'changed';
  /** Number of chats with an outcome, including those of earlier runs. */
  readonly done: number;
  /** Number of chats in the plan. */
  readonly total: number;
}

/** Options for {@link applyRetention}. */
export interface ApplyRetentionOptions {
  /** Client with a key that may delete chats. */
  readonly compliance: ComplianceClient;
  /** The archive that the plan was made from. It may have grown since. */
  readonly archive: Archive;
  /** The store with the holds. It also has the journal. */
  readonly store: Store;
  /** The policy that is in force now. It must be that of the plan. */
  readonly rules: readonly RetentionRule[];
  /** Who must approve plans now. A policy that differs from the last one in the journal may have to be accepted first: {@link acceptApprovers}. */
  readonly approvers: ApproverPolicy | 'none';
  /** Caps of the policy. They must be those of the plan. */
  readonly caps?: RetentionCaps | undefined;
  /**
   * Signatures of approvers over the plan's digest and a line feed, as `ssh-keygen -Y sign -n parlance-plan@1` writes them. Default: none.
   */
  readonly approvals?: readonly string[] | undefined;
  /** The same signature, by the person who made the plan. */
  readonly madeBy?: string | undefined;
  /** Refuses a plan with more chats. Required if the policy has no caps, and not above `caps.chats`. */
  readonly maxChats?: number | undefined;
  /** Refuses a plan with more chats of one user. Not above `caps.perUser`. */
  readonly maxChatsPerUser?: number | undefined;
  /** The first deletions. */
  readonly canary?: RetentionCanary | undefined;
  /** Stops the run. It can be resumed. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each chat. */
  readonly onEvent?: ((event: RetentionEvent) => void) | undefined;
}

/** What {@link applyRetention} did, in this run and in earlier ones for the same plan. */
export interface RetentionResult {
  /** Chats that the service confirmed as deleted. */
  readonly deleted: number;
  /** Chats that did not exist any more. */
  readonly was_gone: number;
  /** Chats that do not exist any more, and whose deletion was not confirmed because a response was lost or a process was killed. */
  readonly unknown: number;
  /** Chats that were kept, because they changed since they were archived. */
  readonly changed: number;
}
