/** Elements within a word or sentence. All others separate words. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: '\u00a0',
  quot: '"',
  shy: '\u00ad',
};

/** Returns the text of an HTML page, as people read it: without markup, comments, scripts and styles. Takes linear time. */
export function htmlText(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = html.indexOf('<', at);
    const end = start === -1 ? -1 : html.indexOf('>', start);
    if (end === -1) return [...parts, unescaped(html.slice(at))].join('');
    parts.push(unescaped(html.slice(at, start)));
    const [, tag = ''] = /^<\/?([a-z][a-z\d]{0,20})(?=[\s/>])/i.exec(html.slice(start, start + 30)) ?? [];
    const name = tag.toLowerCase();
    if (html.startsWith('<!--', start)) at = endOf(html, '-->', start + 2);
    else if (tag === '' && !/[!?/]/.test(html.charAt(start + 1))) {
      // A sign, not a tag.
      parts.push('<');
      at = start + 1;
      continue;
    } else at = end + 1;
    if ((name === 'script' || name === 'style') && html.charAt(start + 1) !== '/')
      at = endOf(html, '>', endOf(html, `</${name}`, at));
    if (!INLINE.has(name)) parts.push('\n');
  }
}

/** Where the text after an end starts; the end of the page if it is missing. */
function endOf(html: string, end: string, from: number): number {
  const found = new RegExp(end, 'gi');
  found.lastIndex = from;
  return found.test(html) ? found.lastIndex : html.length;
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|([a-z]{2,6}));?/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}
