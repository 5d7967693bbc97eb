const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Returns `href` if it is an absolute http, https or mailto URL. Anything else must not become a link. */
export function safeLink(href: string): string | undefined {
  return URL.canParse(href) && SCHEMES.has(new URL(href).protocol) ? href : undefined;
}
