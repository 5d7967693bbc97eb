const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
/** Elements whose content nobody reads. */
const HIDDEN = /^(?:script|style|template)$/;

/** Returns the text of an HTML document, in one pass. It is searched, never shown as HTML. */
export function htmlText(html: string): string {
  // Of the same length: some letters of other scripts have longer lower-case forms.
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let text = '';
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start === -1) return text + decoded(html.slice(at));
    text += decoded(html.slice(at, start));
    const name = /^<([a-z][a-z\d]*)/.exec(lower.slice(start, start + 20))?.[1] ?? '';
    const end = html.startsWith('<!--', start) ? html.indexOf('-->', start) : html.indexOf('>', start);
    if (end === -1) return text;
    const closing = HIDDEN.test(name) ? lower.indexOf(`</${name}`, end) : end;
    if (closing === -1) return text;
    // Tags separate words, except those within one, which are rare.
    text += ' ';
    at = closing === end ? html.indexOf('>', end) + 1 : closing;
  }
  return text;
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (found, decimal, hex, name) => {
    if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? found;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : found;
  });
}
