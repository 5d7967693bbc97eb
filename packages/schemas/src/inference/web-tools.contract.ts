/** Definitions of web search and web fetch. */
import * as z from 'zod';
import { constrain } from '../kit/limits.schema.js';
import { object, type ObjectSchema, rule } from '../kit/schema.js';
import { CitationsConfig } from './citations.contract.js';
import { ToolBase } from './tool-base.contract.js';
import type * as types from './web-tools.js';

const domainList = z.array(z.string()).nullable();

/** Domains that a web tool may access. */
export const WebDomains: ObjectSchema<types.WebDomains> = object({
  /** Allowed domains. Cannot be combined with `blocked_domains`. */
  allowed_domains: rule('INF-166', domainList).optional(),
  /** Blocked domains. Cannot be combined with `allowed_domains`. */
  blocked_domains: rule('INF-166', domainList).optional(),
});

/** Rejects the two lists in combination. */
function exclusiveDomains<S extends z.ZodType<types.WebDomains>>(schema: S): S {
  return constrain(
    schema,
    ({ allowed_domains: allowed, blocked_domains: blocked }: types.WebDomains, report) => {
      if (allowed == null || blocked == null) return;
      report('INF-166', 'cannot be combined with allowed_domains', ['blocked_domains']);
    },
  );
}

/** Approximate location of the user, to localize search results. */
export const UserLocation: ObjectSchema<types.UserLocation> = object({
  type: rule('INF-175', z.literal('approximate')),
  /** City of the user. */
  city: rule('INF-175', z.string()).nullish(),
  /** Two-letter ISO country code. */
  country: rule('INF-176', z.string().refine(isCountry, 'must be a two-letter ISO country code')).nullish(),
  /** Region of the user. */
  region: rule('INF-175', z.string()).nullish(),
  /** IANA time zone, for example `Europe/Berlin`. */
  timezone: rule('INF-217', z.string().refine(isTimeZone, 'must be an IANA time zone')).nullish(),
});

/**
 * Web search, which the service runs.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const WebSearchTool: ObjectSchema<types.WebSearchTool> = exclusiveDomains(
  object('ToolBase', 'WebDomains', {
    ...ToolBase.shape,
    ...WebDomains.shape,
    /** Version. */
    type: z.enum(['web_search_20250305', 'web_search_20260209']),
    name: rule('INF-165', z.literal('web_search')),
    /** Approximate location of the user. */
    user_location: rule({ type: 'INF-165' }, UserLocation).nullish(),
  }),
);

/**
 * Web fetch, which the service runs.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const WebFetchTool: ObjectSchema<types.WebFetchTool> = exclusiveDomains(
  object('ToolBase', 'WebDomains', {
    ...ToolBase.shape,
    ...WebDomains.shape,
    name: rule('INF-167', z.literal('web_fetch')),
    /** Whether the reply can cite pages. Default: disabled. */
    citations: rule({ type: 'INF-167' }, CitationsConfig).nullish(),
    /**
     * Approximate maximum length of the text of a page, in tokens. Does not apply to binary content such as PDF.
     */
    max_content_tokens: rule('INF-167', z.int().min(1)).nullish(),
    /** Version. */
    type: z.enum(['web_fetch_20250910', 'web_fetch_20260209']),
  }),
);

/**
 * Web fetch, which the service runs, with control over its cache.
 *
 * @source inference > Create message: `POST /v1/messages`
 */
export const CachedWebFetchTool: ObjectSchema<types.CachedWebFetchTool> = exclusiveDomains(
  object("Omit<WebFetchTool, 'type'>", {
    ...WebFetchTool.shape,
    /** Version. */
    type: z.literal('web_fetch_20260309'),
    /** Whether cached content may be used. Set it to false to require fresh content. Default true. */
    use_cache: rule('INF-169', z.boolean()).optional(),
  }),
);

function isCountry(code: string): boolean {
  const region = code.toUpperCase();
  // ZZ is the Unicode code for an unknown country.
  return /^[A-Z]{2}$/.test(region) && region !== 'ZZ' && countries().of(region) !== undefined;
}

let names: Intl.DisplayNames | undefined;

function countries(): Intl.DisplayNames {
  return (names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));
}

function isTimeZone(name: string): boolean {
  // ECMAScript accepts offsets as time zones, but they are not IANA names.
  if (/^[+-]/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
