const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** The address if a link may lead there: another site or a mail, never a script, a file or a page of the console. */
export function safeLink(href: string): string | undefined {
  return URL.canParse(href) && SCHEMES.has(new URL(href).protocol) ? href : undefined;
}
