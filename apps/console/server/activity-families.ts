/** A group of activity types, shown in one color of the timeline. */
export interface Family {
  readonly id: string;
  readonly label: string;
  /** Hue of its color, in degrees. */
  readonly hue: number;
  readonly pattern: RegExp;
}

/** All families. The first match wins. */
export const FAMILIES: readonly Family[] = [
  { id: 'chats', label: 'Chats', hue: 195, pattern: /^assistant_chat/ },
  {
    id: 'content',
    label: 'Files and projects',
    hue: 230,
    pattern: /^assistant_(artifact|file|project|published)|^platform_file|^session_share/,
  },
  {
    id: 'tools',
    label: 'Skills and tools',
    hue: 275,
    pattern: /skill|plugin|command|mcp|marketplace|desktop_extension|environment_|assistant_code/,
  },
  { id: 'integrations', label: 'Integrations', hue: 310, pattern: /integration|^ghe_|^lti_|connector/ },
  {
    id: 'sign-in',
    label: 'Sign-in',
    hue: 140,
    pattern: /login|logged|magic_link|sso|phone|session_|age_verified|logout/,
  },
  {
    id: 'people',
    label: 'People and roles',
    hue: 95,
    pattern: /user|member|invite|group|role|rbac|join|directory|account/,
  },
  { id: 'keys', label: 'Keys and compliance', hue: 65, pattern: /key|compliance|audit_log|export|service_/ },
  { id: 'billing', label: 'Billing', hue: 35, pattern: /usage|invoice|billing|spend|payment|subscription/ },
  { id: 'other', label: 'Organization', hue: 15, pattern: /(?:)/ },
  // Matches no type: whether a request came from a console depends on its user agent.
  { id: 'own', label: 'Read by a console', hue: 0, pattern: /(?!)/ },
];

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
