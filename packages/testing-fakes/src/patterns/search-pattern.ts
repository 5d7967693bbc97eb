/** Regular expressions supplied by callers, matched in bounded time. */
import { RE2JS } from 're2js';

/** Maximum length of a pattern. Repetitions compile to as many as 300 instructions per character. */
const MAX_LENGTH = 256;
/** Maximum work of a pattern, in compiled instructions times characters of text: about 0.1 s. */
const MAX_STEPS = 10_000_000;

/** Thrown for an unusable pattern. The message is a predicate, to be prefixed with the name of the pattern. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/**
 * A regular expression in RE2 syntax, which is JavaScript syntax without lookaround and backreferences. Search time is
 * linear in the length of the text, while the JavaScript engine can take exponential time.
 */
export class SearchPattern {
  readonly #expression: RE2JS;
  #stepsLeft = MAX_STEPS;

  /** @throws {PatternError} If the pattern is too long or not valid RE2 syntax. */
  constructor(source: string) {
    if (source.length > MAX_LENGTH) throw new PatternError(`must have at most ${MAX_LENGTH} characters`);
    this.#expression = compile(source);
  }

  /**
   * Returns whether the pattern matches anywhere in a text.
   *
   * @throws {PatternError} If the tested texts are, in total, too long for the complexity of the pattern.
   */
  test(text: string): boolean {
    this.#stepsLeft -= this.#expression.programSize() * (text.length + 1);
    if (this.#stepsLeft < 0) throw new PatternError('is too complex for a text of this length');
    return this.#expression.test(text);
  }
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch (error) {
    const problem = (error as Error).message.replace(/^error parsing regexp: /, '');
    throw new PatternError(
      `must be a regular expression in RE2 syntax, without lookaround or backreferences (${problem})`,
    );
  }
}
