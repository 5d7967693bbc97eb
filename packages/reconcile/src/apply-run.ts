import { ApiError, ConnectionError, type ParlanceError } from '@parlance/core-transport';
import type { Approval } from '@parlance/archive/internal';
import type { Lease, StoreTransaction } from '@parlance/durable';
import type { Kysely } from 'kysely';
import type { CurrentState, OrganizationAction, Standing } from './action.js';
import { describeAction, kindOf, phaseOf, standingOf } from './actions.js';
import type { ApplyOrganizationOptions, ApplyResult } from './apply-options.js';
import { findChanges, subjectsOf } from './attribution.js';
import { breachesOf, type GuardBreach } from './guards.js';
import { findWorkspace, inheritedRole, readOrganization } from './organization-state.js';
import type { OrganizationPlan } from './plan.js';
import { ReconcileError } from './reconcile-error.js';
import { reconcileSchema, type ReconcileTables } from './reconcile-schema.js';
import { makeUndoPlan } from './undo-plan.js';

/** Number of times that an organization is read without progress. */
const PASSES = 3;
/** Problems that a message names. */
const NAMED = 5;
/** Rows per statement. */
const ROWS = 500;

/** What a run needs. */
export interface RunContext {
  readonly options: ApplyOrganizationOptions;
  readonly approvals: readonly Approval[];
  readonly lease: Lease;
}

/** Applies a plan by its goals: reads the organization, does what is left, and reads again. */
export class ApplyRun {
  readonly #plan: OrganizationPlan;
  readonly #context: RunContext;
  readonly #signal: AbortSignal;
  readonly #refused: Map<OrganizationAction, string> = new Map();
  readonly #sent: Set<OrganizationAction> = new Set();
  readonly #positions: ReadonlyMap<OrganizationAction, number>;
  #entries = 0;
  #total = 0;

  constructor(plan: OrganizationPlan, context: RunContext) {
    this.#plan = plan;
    this.#positions = new Map(plan.actions.map((action, index) => [action, index]));
    this.#context = context;
    const { signal } = context.options;
    this.#signal =
      signal === undefined ? context.lease.signal : AbortSignal.any([signal, context.lease.signal]);
  }

  async run(): Promise<ApplyResult> {
    let state = await this.#read();
    this.#requireFitting(state);
    const { undo, startedAt } = await this.#start(state);
    let todo = this.#which('todo', state);
    this.#total = todo.length;
    const found = this.#which('done', state).length;
    let sent = -1;
    for (let passes = 0; todo.length > 0 && passes < PASSES;) {
      const failed = await this.#pass(todo, state);
      state = await this.#read();
      const left = this.#which('todo', state);
      passes = left.length < todo.length ? 0 : passes + 1;
      todo = left;
      if (failed === null || passes < PASSES) continue;
      // One that fails again and again does not keep the others from being done. Two in a row are an outage.
      if (this.#sent.size === sent) throw failed.error;
      sent = this.#sent.size;
      await this.#refuse(failed.action, failed.error);
      passes = 0;
      todo = this.#which('todo', state);
    }
    return this.#finish(state, { found, undo, startedAt });
  }

  /** Reads the organization, with the members and keys that the plan names. */
  async #read(): Promise<CurrentState> {
    const { admin } = this.#context.options;
    const { actions } = this.#plan;
    const state = await readOrganization({
      admin,
      signal: this.#signal,
      membersOf: (workspaces) => {
        const named = new Set(
          actions.flatMap((action) =>
            'user_id' in action && 'workspace' in action
              ? [findWorkspace(action, { workspaces })?.id ?? '']
              : [],
          ),
        );
        const removes = actions.some(
          (action) =>
            action.action === 'remove' ||
            (action.action === 'set_role' && inheritedRole(action.to) !== undefined),
        );
        return workspaces.map(({ id }) => id).filter((id) => removes || named.has(id));
      },
    });
    const keys = new Map<string, string>();
    for (const action of actions) {
      if (action.action !== 'set_key') continue;
      const { status } = await admin.apiKeys.retrieve(action.api_key_id, { signal: this.#signal });
      keys.set(action.api_key_id, status);
    }
    return { ...state, keys };
  }

  /** @throws {ReconcileError} When the organization is not the one that the plan was made for, or has changed since. */
  #requireFitting(state: CurrentState): void {
    const { organization, guards, breaches, undo_of: undoOf } = this.#plan;
    if (state.id !== organization.id)
      throw new ReconcileError(
        'other_organization',
        `The plan is for ${organization.id}, and the key for ${state.id}.`,
      );
    const stale = this.#which('stale', state).map(describeAction);
    const known = new Set(breaches.map(nameOf));
    const todo = this.#which('todo', state);
    const { holds = [] } = this.#context.options;
    const found = breachesOf(todo, state, { guards: this.#context.options.guards ?? guards, holds });
    // Undoing restores what was.
    const added = undoOf === null ? found.filter((breach) => !known.has(nameOf(breach))) : [];
    const problems = [
      ...(undoOf === null ? stale : []).map((text) => `it cannot ${text} any more`),
      ...added.map(({ message }) => message),
    ];
    if (problems.length === 0) return;
    const named = problems.slice(0, NAMED).join('; ');
    const rest = problems.length > NAMED ? ` (and ${problems.length - NAMED} more)` : '';
    throw new ReconcileError(
      'plan_stale',
      `The organization has changed since the plan was made: ${named}${rest}. Make a new plan.`,
    );
  }

  /** Stores the plan, and the one that undoes it, before the first request. */
  async #start(
    state: CurrentState,
  ): Promise<{ readonly undo: OrganizationPlan; readonly startedAt: number }> {
    const { digest } = this.#plan;
    return this.#transaction(async (tables, transaction) => {
      const [row] = await tables
        .selectFrom('reconcile_plans')
        .selectAll()
        .where('digest', '=', digest)
        .execute();
      const last = await tables
        .selectFrom('reconcile_journal')
        .select((query) => query.fn.max('entry').as('entry'))
        .where('plan', '=', digest)
        .executeTakeFirst();
      this.#entries = Number(last?.entry ?? 0);
      if (row !== undefined && row.finished_at !== null && this.#which('todo', state).length > 0)
        throw new ReconcileError(
          'plan_stale',
          `The plan was finished at ${new Date(Number(row.finished_at)).toISOString()}, and the organization has changed since. Make a new plan.`,
        );
      if (row !== undefined)
        return { undo: JSON.parse(row.undo) as OrganizationPlan, startedAt: Number(row.started_at) };
      const startedAt = await transaction.now();
      const undo = makeUndoPlan(this.#plan, { state, now: startedAt });
      await tables
        .insertInto('reconcile_plans')
        .values({
          digest,
          plan: JSON.stringify(this.#plan),
          undo: JSON.stringify(undo),
          approved_by: JSON.stringify(this.#context.approvals.map(({ by }) => by)),
          started_at: startedAt,
          finished_at: null,
        })
        .execute();
      return { undo, startedAt };
    });
  }

  /** The actions that are not over and compare so with the organization. Whether a person is signed out cannot be read: it is done once in a run. */
  #which(standing: Standing, state: CurrentState): readonly OrganizationAction[] {
    const isOver = (action: OrganizationAction): boolean =>
      this.#refused.has(action) || (action.action === 'sign_out' && this.#sent.has(action));
    return this.#plan.actions.filter((action) => !isOver(action) && standingOf(action, state) === standing);
  }

  /** Does what is left, phase by phase. Returns the error of a request whose outcome is unknown: the organization must be read first. */
  async #pass(todo: readonly OrganizationAction[], state: CurrentState): Promise<Failed | null> {
    const phases = Map.groupBy(todo, phaseOf);
    let current = state;
    for (const [phase, actions] of [...phases].sort(([left], [right]) => left - right)) {
      const waiting = actions[Symbol.iterator]();
      let unknown: Failed | null = null;
      const work = async (): Promise<void> => {
        for (const action of waiting) {
          unknown ??= await this.#do(action, current);
          if (unknown !== null) return;
        }
      };
      const { concurrency = 4 } = this.#context.options;
      await Promise.all(Array.from({ length: concurrency }, work));
      if (unknown !== null) return unknown;
      // Members are added to workspaces that were created just now.
      if (phase === 0) current = await this.#read();
    }
    return null;
  }

  async #do(action: OrganizationAction, state: CurrentState): Promise<Failed | null> {
    this.#signal.throwIfAborted();
    const entry = (this.#entries += 1);
    await this.#record(entry, action, { outcome: 'sent', code: null });
    try {
      const { admin } = this.#context.options;
      await kindOf(action).send(action, { admin, state, signal: this.#signal });
    } catch (error) {
      if (isUnknown(error)) return { action, error };
      if (!ApiError.is(error) && !ReconcileError.is(error)) throw error;
      await this.#refuse(action, error, entry);
      return null;
    }
    this.#sent.add(action);
    await this.#record(entry, action, { outcome: 'done', code: null });
    this.#report(action, 'done', null);
    return null;
  }

  async #refuse(
    action: OrganizationAction,
    { code }: ParlanceError,
    entry: number = (this.#entries += 1),
  ): Promise<void> {
    this.#refused.set(action, code);
    await this.#record(entry, action, { outcome: 'refused', code });
    this.#report(action, 'refused', code);
  }

  #report(action: OrganizationAction, outcome: 'done' | 'refused', code: string | null): void {
    const done = this.#sent.size + this.#refused.size;
    const { onEvent } = this.#context.options;
    onEvent?.({ action: describeAction(action), outcome, code, done, total: this.#total });
  }

  async #record(
    entry: number,
    action: OrganizationAction,
    { outcome, code }: Pick<ReconcileTables['reconcile_journal'], 'outcome' | 'code'>,
  ): Promise<void> {
    const position = this.#positions.get(action) ?? 0;
    await this.#transaction(async (tables, transaction) => {
      const at = await transaction.now();
      await tables
        .insertInto('reconcile_journal')
        .values({ plan: this.#plan.digest, entry, action: position, outcome, code, at })
        .onConflict((conflict) => conflict.columns(['plan', 'entry']).doUpdateSet({ outcome, code, at }))
        .execute();
    });
  }

  async #finish(
    state: CurrentState,
    {
      found,
      undo,
      startedAt,
    }: { readonly found: number; readonly undo: OrganizationPlan; readonly startedAt: number },
  ): Promise<ApplyResult> {
    const changed = this.#which('stale', state).map(describeAction);
    const unverified = this.#which('todo', state).map(describeAction);
    const refused = [...this.#refused].map(([action, code]) => ({ action: describeAction(action), code }));
    const left = changed.length + unverified.length + refused.length;
    await this.#remember(state, left === 0);
    const done = this.#plan.actions.length - found - left;
    return {
      found,
      done,
      refused,
      changed,
      unverified,
      recorded: await this.#recorded(startedAt, state),
      undo,
    };
  }

  /** Remembers people by id, and that nothing is left. */
  async #remember({ byEmail }: CurrentState, isFinished: boolean): Promise<void> {
    const people = [...byEmail].map(([email, { id }]) => ({ email, user_id: id }));
    await this.#transaction(async (tables, transaction) => {
      for (let index = 0; index < people.length; index += ROWS)
        await tables
          .insertInto('reconcile_people')
          .values(people.slice(index, index + ROWS))
          .onConflict((conflict) =>
            conflict.column('email').doUpdateSet((query) => ({ user_id: query.ref('excluded.user_id') })),
          )
          .execute();
      if (!isFinished) return;
      const at = await transaction.now();
      await tables
        .updateTable('reconcile_plans')
        .set({ finished_at: at })
        .where('digest', '=', this.#plan.digest)
        .where('finished_at', 'is', null)
        .execute();
    });
  }

  async #recorded(startedAt: number, state: CurrentState): Promise<number | null> {
    const { compliance } = this.#context.options;
    if (compliance === undefined) return null;
    const subjects = this.#plan.actions.map((action) => {
      const created = action.action === 'create_workspace' ? findWorkspace(action, state)?.id : undefined;
      return created === undefined ? subjectsOf(action) : [created];
    });
    const query = {
      since: new Date(startedAt).toISOString(),
      subjects: new Set(subjects.flat()),
      signal: this.#signal,
    };
    const changes = await findChanges(compliance, query);
    return subjects.filter((of) => of.some((subject) => changes.has(subject))).length;
  }

  #transaction<Result>(
    run: (tables: Kysely<ReconcileTables>, transaction: StoreTransaction) => Promise<Result>,
  ): Promise<Result> {
    const { lease, options } = this.#context;
    return options.store.transaction((transaction) => run(transaction.tables(reconcileSchema), transaction), {
      lease,
    });
  }
}

/** An action of which nobody knows what the service did. */
interface Failed {
  readonly action: OrganizationAction;
  readonly error: ParlanceError;
}

/** Whether an error leaves open what the service did. */
function isUnknown(error: unknown): error is ParlanceError {
  if (ConnectionError.is(error)) return true;
  return ApiError.is(error) && error.status !== null && (error.status >= 500 || error.status === 429);
}

/** A breach that was approved, also once a part of the plan is done: fewer people are left to remove then. */
function nameOf({ guard, message }: GuardBreach): string {
  return guard === 'maxRemovals' || guard === 'maxUnlisted' ? guard : message;
}
