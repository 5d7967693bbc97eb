/**
 * Longest line, in characters. The lexer's time grows with the square of the length of a line, for example of nested
 * list markers.
 */
const MAX_LINE = 4000;
/** Longest paragraph, in characters. Unpaired emphasis markers take quadratic time within a paragraph. */
const MAX_PARAGRAPH = 8000;

/** More than 20 list and quote markers in a row. Nested blocks are parsed once for each level. */
const TOO_NESTED = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))){21}/;
/** A list marker after an indentation of more than 100 characters, for the same reason. */
const TOO_INDENTED = /^[ \t]{101,}(?:[-*+>]|\d{1,9}[.)])/;

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
/** The start of a list item, table row, quote or heading, whose text is parsed on its own. */
const OWN_BLOCK = /^\s*(?:[-*+>|#]|\d+[.)])/;

/** Returns whether the lexer tokenizes a text in a time that grows linearly with its length. */
export function isBounded(text: string): boolean {
  let fence: string | undefined;
  let hasHtml = false;
  let paragraph = 0;
  for (const line of text.split('\n')) {
    if (line.length > MAX_LINE || TOO_NESTED.test(line) || TOO_INDENTED.test(line)) return false;
    hasHtml ||= /^ {0,3}</.test(line);
    const mark = FENCE.exec(line)?.[1];
    // Within HTML, a fence is text, and does not end the paragraph.
    if (mark !== undefined && !hasHtml) fence = nextFence(fence, mark, line);
    if (line.trim() === '' || fence !== undefined || OWN_BLOCK.test(line)) paragraph = 0;
    paragraph += fence === undefined ? line.length + 1 : 0;
    if (paragraph > MAX_PARAGRAPH) return false;
  }
  return true;
}

/** Returns the fence that is open after a line with a fence mark. */
function nextFence(open: string | undefined, mark: string, line: string): string | undefined {
  if (open === undefined) return mark;
  const closes = mark.startsWith(open) && line.trim() === mark;
  return closes ? undefined : open;
}
