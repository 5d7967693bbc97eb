import type { Activity, ComplianceClient } from '@parlance/compliance';
import type { OrganizationAction } from './action.js';

/** Who changed something, by the audit log. */
export interface ChangedBy {
  /** Time (RFC 3339). */
  readonly at: string;
  /** Type of the activity. */
  readonly type: string;
  /** E-mail address of a person, or id of a key or directory; null if the log does not name one. */
  readonly by: string | null;
  /** The interface. */
  readonly via: 'console' | 'api' | 'directory' | 'vendor' | 'unknown';
}

/** Types of activities that only read. */
const READS = /_(?:viewed|listed|accessed)$/;

const INTERFACES: Readonly<Record<string, ChangedBy['via']>> = {
  user_actor: 'console',
  api_actor: 'api',
  admin_api_key_actor: 'api',
  scim_directory_sync_actor: 'directory',
  vendor_actor: 'vendor',
};

/** What an activity must name to be about an action. */
export function subjectsOf(action: OrganizationAction): readonly string[] {
  const subjects =
    'api_key_id' in action ? [action.api_key_id] : 'email' in action ? [action.email.toLowerCase()] : [];
  if ('user_id' in action) subjects.push(action.user_id);
  if (subjects.length > 0 || !('workspace' in action)) return subjects;
  return action.workspace_id === null ? [action.workspace] : [action.workspace_id, action.workspace];
}

/**
 * Finds the newest change of each subject in the audit log.
 *
 * @param compliance - Client of the audit log.
 * @param query - From when on, and what the activities must name outside of their actor.
 */
export async function findChanges(
  compliance: ComplianceClient,
  query: {
    readonly since: string;
    readonly subjects: ReadonlySet<string>;
    readonly signal: AbortSignal | undefined;
  },
): Promise<ReadonlyMap<string, ChangedBy>> {
  const { since, subjects, signal } = query;
  const found = new Map<string, ChangedBy>();
  const list = compliance.activities.list({ created_at: { gte: since }, limit: 1_000 }, { signal });
  for await (const activity of list) {
    if (READS.test(String(activity.type))) continue;
    const change = changeOf(activity);
    for (const text of textsOf(activity)) {
      const subject = subjects.has(text) ? text : text.toLowerCase();
      if (subjects.has(subject) && !found.has(subject)) found.set(subject, change);
    }
  }
  return found;
}

function changeOf({ type, created_at: at, actor }: Activity): ChangedBy {
  const { type: kind, ...named } = (actor ?? { type: '' }) as { readonly type: string } & Record<
    string,
    unknown
  >;
  const by =
    named['email_address'] ?? named['admin_api_key_id'] ?? named['api_key_id'] ?? named['directory_id'];
  return {
    at: at ?? '',
    type: type ?? '',
    by: typeof by === 'string' ? by : null,
    via: INTERFACES[kind] ?? 'unknown',
  };
}

/** All texts of an activity but those of its actor. */
function textsOf(activity: Activity): readonly string[] {
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) visit(one);
  };
  visit({ ...activity, actor: null });
  return texts;
}
