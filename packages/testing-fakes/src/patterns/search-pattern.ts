/** Regular expressions supplied by callers, matched in bounded time. */
import { RE2JS } from 're2js';

/** Longest pattern. Repetitions multiply what it compiles to, up to some 300 instructions per character. */
const MAX_LENGTH = 256;
/** Most work of one pattern, in compiled instructions times characters of text: about 0.1 s. */
const MAX_STEPS = 10_000_000;

/** A pattern that cannot be used. The message continues a sentence that names the pattern. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/**
 * A regular expression in RE2 syntax: that of JavaScript without lookaround and backreferences, so that the time of a
 * search grows linearly with the text. JavaScript's own engine can take exponential time.
 */
export class SearchPattern {
  readonly #expression: RE2JS;
  #stepsLeft = MAX_STEPS;

  /** @throws {PatternError} When the pattern is too long, or is not written in RE2 syntax. */
  constructor(source: string) {
    if (source.length > MAX_LENGTH) throw new PatternError(`must have at most ${MAX_LENGTH} characters`);
    this.#expression = compile(source);
  }

  /**
   * Checks whether the pattern matches anywhere in a text.
   *
   * @throws {PatternError} When this text and those before it are too long for a pattern of this complexity.
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
      `must be a regular expression in RE2 syntax, without lookaround and backreferences (${problem})`,
    );
  }
}
