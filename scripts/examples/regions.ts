const OPEN = /^\s*\/\/ #region (?<title>.+?)\s*$/;
const CLOSE = /^\s*\/\/ #endregion\b/;

/**
 * Reads the named regions of an examples file: from `// #region Title` to `// #endregion`.
 *
 * @returns Code by title, without the indentation that all lines share.
 */
export function readRegions(text: string, file: string): ReadonlyMap<string, string> {
  const regions = new Map<string, string>();
  let open: { readonly title: string; readonly lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const title = OPEN.exec(line)?.groups?.['title'];
    if (title !== undefined) {
      if (open) throw new Error(`${file}:${index + 1}: region "${title}" starts inside "${open.title}"`);
      if (regions.has(title)) throw new Error(`${file}:${index + 1}: duplicate region "${title}"`);
      open = { title, lines: [] };
    } else if (CLOSE.test(line)) {
      if (!open) throw new Error(`${file}:${index + 1}: #endregion without #region`);
      regions.set(open.title, dedent(open.lines));
      open = undefined;
    } else {
      open?.lines.push(line);
    }
  }
  if (open) throw new Error(`${file}: region "${open.title}" has no #endregion`);
  return regions;
}

function dedent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const shared = Math.min(...indents);
  return lines
    .map((line) => line.slice(shared))
    .join('\n')
    .trim();
}
