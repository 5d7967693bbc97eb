/** Glob patterns as regular expressions. */

/**
 * Reads a glob pattern: `**` is any number of directories, `*` any text within a segment, `?` one character, `{a,b}`
 * one of several.
 *
 * @param pattern - The pattern, absolute.
 */
export function globPattern(pattern: string): RegExp {
  let source = '';
  let depth = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] as string;
    if (pattern.startsWith('**/', at)) {
      source += '(?:[^/]+/)*';
      at += 2;
    } else if (pattern.startsWith('**', at)) {
      source += '.*';
      at += 1;
    } else if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else if (character === '{') {
      source += '(?:';
      depth++;
    } else if (character === '}' && depth > 0) {
      source += ')';
      depth--;
    } else if (character === ',' && depth > 0) source += '|';
    else source += character.replace(/[\\^$.|+()[\]{}]/, String.raw`\$&`);
  }
  return new RegExp(`^${source}${')'.repeat(depth)}$`, 'su');
}
