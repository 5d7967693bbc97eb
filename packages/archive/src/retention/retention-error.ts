import { ParlanceError } from '@parlance/schemas/kit';

/**
 * Why a retention plan was not made or applied:
 * - `plan_damaged`: the file is not a plan, is truncated, or was altered;
 * - `plan_expired`: the plan is older than its policy allows;
 * - `policy_changed`: the rules differ from those of the plan;
 * - `not_approved`: too few people have signed this very plan, or its maker has not;
 * - `approvers_changed`: the approvers differ from those in force, and too few of the earlier ones have signed the change;
 * - `cap_exceeded`: the plan deletes more than the caps allow;
 * - `other_organization`: the key, the store, the archive or the plan belongs to another organization than the others;
 * - `hold_matches_nothing`: a hold on a user, project or chat matches no archived chat, and nobody has stated that it matches none yet;
 * - `rule_matches_nothing`: a rule, or one of its users or projects, applies to no archived chat, and the rule does not say `mayBeEmpty`;
 * - `hold_added`: a hold was added after the plan was made;
 * - `archive_changed`: the archive does not have what the plan was made from, or is damaged;
 * - `already_running`: another process applies a plan with this store;
 * - `canary_failed`: a chat still exists after its deletion, or the confirmation of the canary was refused;
 * - `deletion_failed`: the service refused a deletion, or a chat still exists after it;
 * - `journal_damaged`: the chain of the journal is broken.
 */
export type RetentionErrorCode =
  | 'plan_damaged'
  | 'plan_expired'
  | 'policy_changed'
  | 'not_approved'
  | 'approvers_changed'
  | 'cap_exceeded'
  | 'other_organization'
  | 'hold_matches_nothing'
  | 'rule_matches_nothing'
  | 'hold_added'
  | 'archive_changed'
  | 'already_running'
  | 'canary_failed'
  | 'deletion_failed'
  | 'journal_damaged';

/** Chats were not deleted. What was deleted before the error is in the journal. */
export class RetentionError extends ParlanceError {
  declare readonly code: RetentionErrorCode;
  /** The chat that the error is about; null if it is about the whole plan. */
  readonly chat: string | null;

  /** Name of the class. */
  override get name(): string {
    return 'RetentionError';
  }

  /**
   * @param code - What happened.
   * @param message - Describes the problem.
   * @param options - The chat, and the cause, which must be safe to show.
   */
  constructor(
    code: RetentionErrorCode,
    message: string,
    options: ErrorOptions & { readonly chat?: string | undefined } = {},
  ) {
    super(code, message, options.cause === undefined ? undefined : { cause: options.cause });
    this.chat = options.chat ?? null;
  }
}
