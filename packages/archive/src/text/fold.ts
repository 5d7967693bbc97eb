// oxlint-disable-next-line no-control-regex
const IS_ASCII = /^[\0-\x7f]*$/;
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;
/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts distinguish words, except the vowels that Arabic and Hebrew may omit. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])(\p{M}+)/gu;
const ACCENTS = /[\u0300-\u036f]/g;
const OPTIONAL_VOWELS = /[\u0591-\u05c7\u064b-\u065f\u0670\u0640]/g;

/**
 * Returns text as it is compared: without regard to case, accents, compatible and invisible characters, and the kind and number of spaces.
 */
export function folded(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase().replaceAll(/\s+/g, ' ');
  return (
    text
      .toWellFormed()
      .normalize('NFKD')
      .replaceAll(IGNORED, '')
      // In this order, `ß` is `ss` and the final form of sigma is found.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll('\u03c2', '\u03c3')
      .replaceAll(ACCENTED, (_found, letter: string, marks: string) => letter + marks.replaceAll(ACCENTS, ''))
      .replaceAll(OPTIONAL_VOWELS, '')
      .normalize('NFC')
      .replaceAll(/\s+/g, ' ')
  );
}

/** Scripts that are written without spaces between words. */
const JOINED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const IN_WORD = /[\p{L}\p{M}\p{N}\p{Co}]/u;

/** Classes of characters: of which neighbors make words, of which they do not, and what is between words. */
export type CharacterClass = 'spaced' | 'joined' | 'between';

const known = new Map<string, CharacterClass>();

/** Returns the class of a character. It depends on nothing but the character. */
export function classOf(character: string): CharacterClass {
  let found = known.get(character);
  if (found !== undefined) return found;
  found = !IN_WORD.test(character) ? 'between' : JOINED.test(character) ? 'joined' : 'spaced';
  if (known.size < 65_536) known.set(character, found);
  return found;
}
