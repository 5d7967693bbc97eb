/** Parsers of option values. */
import { InvalidArgumentError } from 'commander';

/**
 * Returns a parser of whole numbers, for an option.
 *
 * @param min - Smallest value.
 * @param max - Largest value.
 */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Parses a SHA-256, for an option. */
export function digest(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new InvalidArgumentError('It must have 64 hexadecimal digits in lower case.');
}
