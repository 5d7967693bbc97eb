/** Extracts the operations and later families from the document that fills the gaps of the API documents. */

/** What the document names. */
export interface NotShown {
  /** Paths of operations, with `ID` for parameters, as `/v1/vaults/ID` or shortened, as `/v1/skills …/versions/ID`. */
  readonly paths: readonly string[];
  /** Prefixes of the ids of families that only later versions have. */
  readonly laterPrefixes: readonly string[];
}

/** Extracts the paths and prefixes from the text of the document. */
export function extractNotShown(text: string): NotShown {
  let latest = '';
  const paths = Array.from(text.matchAll(/(?:\/v1\/|…\/)[\w/{}-]+/g), ([match]) => {
    const path = match.replaceAll(/\{\w*\}/g, 'ID').replace(/\/$/, '');
    if (path.startsWith('…')) return `${latest} ${path}`;
    latest = path;
    return path;
  });
  const later = /1\.x only: ((?:`\w+_`[,.] ?)+)/.exec(text)?.[1] ?? '';
  return {
    paths: [...new Set(paths)].toSorted(),
    laterPrefixes: Array.from(later.matchAll(/`(\w+_)`/g), ([, prefix]) => prefix as string),
  };
}
