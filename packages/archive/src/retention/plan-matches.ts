/** Whether holds and rules match the chats that they are about. What matches nothing protects nobody, or is a typing error. */
import type { Archive } from '../reader/open-archive.js';
import type { ArchivedChat } from './archived-chats.js';
import { archiveObjects } from '../scopes/archive-objects.js';
import type { TypedReference } from '../scopes/reference.js';
import { resolveReferences } from '../scopes/resolve-references.js';
import { referenceOf, type Hold } from './hold.js';
import type { HoldCounts, PlanOutcome, PlanWarning } from './plan-file.js';
import { RetentionError } from './retention-error.js';
import { matchesRule, type RetentionRule } from './rules.js';

/** A place in the policy that must apply to a chat: a rule, or one of its users or projects. */
interface Expectation {
  readonly path: string;
  readonly rule: RetentionRule;
  /** The chats that it is about. */
  readonly selects: Pick<RetentionRule, 'users' | 'projects'>;
}

/** Follows which holds and rules match the chats of an archive. */
export class PlanMatches {
  readonly #holds: readonly Hold[];
  readonly #byHold: Map<string, { matches: number; kept: number }>;
  #expected: readonly Expectation[];
  /** Places that match chats about which earlier rules decide. */
  readonly #shadowed: Set<string> = new Set();

  constructor(holds: readonly Hold[], rules: readonly RetentionRule[]) {
    this.#holds = holds;
    this.#byHold = new Map(holds.map(({ id }) => [id, { matches: 0, kept: 0 }]));
    this.#expected = rules.flatMap(expectationsOf);
  }

  /** @param decided - What the plan decides about the chat, and the name of the rule that does. */
  add(
    { chat, holds }: ArchivedChat,
    { outcome, rule }: { readonly outcome: PlanOutcome; readonly rule: string | null },
  ): void {
    for (const id of holds) {
      const counts = this.#byHold.get(id);
      if (counts === undefined) continue;
      counts.matches += 1;
      if (outcome === 'held') counts.kept += 1;
    }
    if (this.#expected.length === 0) return;
    const about = { user: chat.user.id, project: chat.project_id ?? null };
    this.#expected = this.#expected.filter((expected) => {
      if (!matchesRule(expected.selects, about)) return true;
      const isShadowed = expected.rule.name !== rule && matchesRule(expected.rule, about);
      if (isShadowed) this.#shadowed.add(expected.path);
      return isShadowed;
    });
  }

  /**
   * Requires, after the last chat, that everything has matched one.
   *
   * @returns Numbers of chats by hold, and warnings about holds that may match nothing.
   * @throws {RetentionError} With code `hold_matches_nothing` or `rule_matches_nothing`.
   */
  async finish(archive: Archive): Promise<{
    readonly by_hold: Readonly<Record<string, HoldCounts>>;
    readonly warnings: readonly PlanWarning[];
  }> {
    const empty = this.#holds.filter(({ id }) => this.#byHold.get(id)?.matches === 0);
    for (const hold of empty) {
      const reference = referenceOf(hold.scope);
      if (reference !== null && hold.matchesNothingYetBy === null)
        throw await emptyHold(archive, hold, reference);
    }
    const [missing] = this.#expected;
    if (missing !== undefined) {
      const problem = this.#shadowed.has(missing.path)
        ? 'applies to no archived chat, because earlier rules decide about all that it matches'
        : 'matches no archived chat';
      throw new RetentionError(
        'rule_matches_nothing',
        `${missing.path} ${problem}. Correct it, or set mayBeEmpty of the rule to true.`,
      );
    }
    return { by_hold: Object.fromEntries(this.#byHold), warnings: empty.map(warningOf) };
  }
}

function expectationsOf(rule: RetentionRule, index: number): readonly Expectation[] {
  const { users, projects, mayBeEmpty } = rule;
  if (mayBeEmpty === true || (users === undefined && projects === undefined)) return [];
  const path = `rules.${index}`;
  return [
    ...(users ?? []).map((user, at) => ({ path: `${path}.users.${at}`, rule, selects: { users: [user] } })),
    ...(projects ?? []).map((project, at) => ({
      path: `${path}.projects.${at}`,
      rule,
      selects: { projects: [project] },
    })),
    { path, rule, selects: { users, projects } },
  ];
}

async function emptyHold(archive: Archive, hold: Hold, reference: TypedReference): Promise<RetentionError> {
  const [resolution] = await resolveReferences(archiveObjects(archive), [reference]);
  const { id } = resolution?.state === 'resolved' ? resolution.reference : {};
  const why =
    id === reference.typed
      ? 'The archive knows it, and has no chats of it yet.'
      : `In detail, ${resolution !== undefined && 'problem' in resolution ? resolution.problem : `the id is ${id ?? ''}.`}`;
  return new RetentionError(
    'hold_matches_nothing',
    `The hold ${hold.id} on the ${reference.kind} ${JSON.stringify(reference.typed)} matches no archived chat. ${why} Release it and add it with the right id, or state with matchesNothingYet that this is right.`,
  );
}

function warningOf({ id, scope, matchesNothingYetBy }: Hold): PlanWarning {
  const [kind] = Object.keys(scope);
  const stated = matchesNothingYetBy === null ? '' : `, as ${matchesNothingYetBy} has stated`;
  return { hold: id, message: `The hold ${id} on a ${kind ?? 'text'} matches no archived chat${stated}.` };
}
