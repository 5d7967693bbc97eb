/**
 * A search written apart from the matcher: a regular expression over the text as it is, made from lists of letters that count as the same. For
 * tests that compare the two.
 */

/** Letters that count as the same, by script. Each question and text is made of them. */
export const SCRIPTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Latin: [
    ['a', 'A', '\u00e0', '\u00c4', 'a\u0308', '\uff41'],
    ['e', 'E', '\u00e9', 'e\u0301', '\u00ca'],
    ['n', 'N', '\u00f1', '\u00d1'],
    ['s', 'S', '\u017f', '\u0161'],
    ['r', 'R'],
    ['t', 'T', '\uff34'],
    ['1', '\uff11', '\u00b9'],
  ],
  Cyrillic: [
    ['\u0430', '\u0410'],
    ['\u0435', '\u0415', '\u0451', '\u0401'],
    ['\u0438', '\u0418', '\u0439', '\u0438\u0306'],
    ['\u043e', '\u041e'],
    ['\u0442', '\u0422'],
    ['\u0447', '\u0427'],
  ],
  Japanese: [
    ['\u793e'],
    ['\u5185'],
    ['\u306e'],
    ['\u6a5f'],
    ['\u5bc6'],
    ['\u30ab', '\uff76'],
    ['\u30ac', '\uff76\uff9e', '\u30ab\u3099'],
    ['\u30fc', '\uff70'],
  ],
  Chinese: [
    ['\u4f1a'],
    ['\u8bae'],
    ['\u7eaa'],
    ['\u8981'],
    ['\u5e74', '\uf98e'],
    ['\u5ea6', '\ufa01'],
    ['\u62a5'],
  ],
  Arabic: [
    ['\u0643', '\ufedb'],
    ['\u062a'],
    ['\u0627', '\ufe8e'],
    ['\u0628', '\u0628\u064e', '\u0628\u0640'],
    ['\u0645', '\u0645\u064f'],
    ['\u0631'],
  ],
};

/** A question in parts. */
export interface PlainTerm {
  /** Positions in the list of letters; null for a space, `-` for punctuation. */
  readonly letters: readonly (readonly string[] | null | '-')[];
  readonly startsWord: boolean;
}

/** Conditions that must all be met. */
export type PlainQuestion = readonly { readonly isNegated: boolean; readonly terms: readonly PlainTerm[] }[];

/** Returns whether one of the parts of a text, for example its name, meets all conditions together. */
export function plainScan(question: PlainQuestion, parts: readonly string[]): boolean {
  return question.every(
    ({ isNegated, terms }) =>
      terms.some((term) => parts.some((part) => patternOf(term).test(part))) !== isNegated,
  );
}

function patternOf({ letters, startsWord }: PlainTerm): RegExp {
  const pattern = letters.map((letter) => {
    if (letter === null) return String.raw`\s+`;
    return letter === '-'
      ? '-'
      : `(?:${letter.toSorted((one, other) => other.length - one.length).join('|')})`;
  });
  return new RegExp(`${startsWord ? START : ''}${pattern.join(`${INVISIBLE}*`)}${END}`, 'u');
}

const INVISIBLE = String.raw`[\u200b\u00ad]`;
const START = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{N}][\p{M}\u0640\u200b\u00ad]*)`;
/** Kana with a mark are other letters. */
const END = String.raw`(?![\u3099\uff9e])`;
