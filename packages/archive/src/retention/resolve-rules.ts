import type { Archive } from '../reader/open-archive.js';
import { archiveObjects } from '../scopes/archive-objects.js';
import type { TypedReference } from '../scopes/reference.js';
import { requireResolved, resolveReferences } from '../scopes/resolve-references.js';
import type { PlanHeader } from './plan-file.js';
import type { ResolvedRuleReference, RetentionRule } from './rules.js';

/** Rules with the ids of their users and projects, and what was found. */
export type ResolvedRules = Pick<PlanHeader, 'rules' | 'resolved'>;

/**
 * Resolves the users and projects of a policy.
 *
 * @throws {ConfigError} When the archive does not know one, or several objects have its name. The message names the field, and what is similar.
 */
export async function resolveRules(
  archive: Archive,
  rules: readonly RetentionRule[],
): Promise<ResolvedRules> {
  const places = rules.flatMap(({ name: rule, users = [], projects = [] }, index): readonly Place[] => [
    ...users.map((typed, at) => ({ kind: 'user' as const, typed, rule, path: `rules.${index}.users.${at}` })),
    ...projects.flatMap((typed, at) =>
      typed === null
        ? []
        : [{ kind: 'project' as const, typed, rule, path: `rules.${index}.projects.${at}` }],
    ),
  ]);
  if (places.length === 0) return { rules, resolved: [] };
  const resolutions = await resolveReferences(archiveObjects(archive), places);
  const resolved: ResolvedRuleReference[] = [];
  const ids = new Map<string, string>();
  for (const [index, resolution] of resolutions.entries()) {
    const { kind = 'user' as const, typed = '', rule = '', path = 'rules' } = places[index] ?? {};
    const reference = requireResolved(resolution, { kind, path });
    ids.set(`${kind} ${typed}`, reference.id);
    resolved.push({ ...reference, rule });
  }
  const idOf = (kind: string, typed: string): string => ids.get(`${kind} ${typed}`) ?? typed;
  return {
    rules: rules.map((rule) => ({
      ...rule,
      users: rule.users?.map((user) => idOf('user', user)),
      projects: rule.projects?.map((project) => project && idOf('project', project)),
    })),
    resolved,
  };
}

interface Place extends TypedReference {
  readonly rule: string;
  readonly path: string;
}
