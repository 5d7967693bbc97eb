import families from './activity-families.json' with { type: 'json' };

/** A group of activity types, shown in one color of the timeline. */
export interface Family {
  readonly id: string;
  readonly label: string;
  /** Hue of its color, in degrees. */
  readonly hue: number;
  readonly pattern: RegExp;
}

/**
 * All families. The first match wins. The last one matches no type: whether a request came from a console depends on its
 * user agent.
 */
export const FAMILIES: readonly Family[] = families.map((family) => ({
  ...family,
  pattern: new RegExp(family.pattern),
}));

/** Maximum number of activities that the page loads, newest first. */
export const MAX_ACTIVITIES = 100_000;

/** User agent of the console's requests, which distinguishes their activities from those of other API clients. */
export const USER_AGENT = 'parlance-console';

/** Returns the index of an activity's family. */
export function familyOf({
  type,
  actor,
}: {
  readonly type?: string | undefined;
  readonly actor: object;
}): number {
  if (type === 'compliance_api_accessed' && 'user_agent' in actor && actor.user_agent === USER_AGENT) {
    return FAMILIES.length - 1;
  }
  return FAMILIES.findIndex(({ pattern }) => pattern.test(type ?? 'untyped'));
}

/** Returns the CSS color of a family, in both themes. */
export function colorOf({ hue }: Pick<Family, 'hue'>): string {
  return `light-dark(oklch(0.55 0.13 ${hue}), oklch(0.78 0.12 ${hue}))`;
}
