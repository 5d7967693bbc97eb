/** Sample strings for JSON Schemas. */
import RandExp from 'randexp';
import type { JsonObject } from '../input/json.js';
import formats from './formats.json' with { type: 'json' };

/** The part of `RandExp` that is used. */
interface PatternGenerator {
  max: number;
  randInt: (low: number, high: number) => number;
  gen(): string;
}

// The module exports the class itself, but its types declare a default export.
const Generator = RandExp as unknown as new (pattern: RegExp) => PatternGenerator;

/** Examples by format, in order of preference. */
const FORMATS: Readonly<Record<string, readonly string[] | undefined>> = formats;

/** Maximum length of a sample. */
const MAX_LENGTH = 100_000;
/** Maximum number of strings to generate from one pattern. */
const MAX_ATTEMPTS = 100;

/**
 * Returns a string that matches the format, pattern and length of a schema.
 *
 * @param schema - JSON Schema of a string.
 * @param variant - Number of the element in an array of unique elements, from 0.
 */
export function sampleString(schema: JsonObject, variant: number): string {
  const { format, minLength, maxLength, pattern } = schema;
  const least = Math.min(typeof minLength === 'number' ? minLength : 0, MAX_LENGTH);
  const most = typeof maxLength === 'number' ? maxLength : Infinity;
  const examples = (typeof format === 'string' && FORMATS[format]) || [];
  const plain = `text${variant === 0 ? '' : variant + 1}`.padEnd(least, 'text').slice(0, most);
  const candidates = [...examples.map((example) => vary(example, variant)), plain];
  const isInside = (text: string): boolean => text.length >= least && text.length <= most;
  if (typeof pattern !== 'string') return candidates.find(isInside) ?? plain;
  return matching(pattern, candidates, isInside, variant) ?? plain;
}

/** Changes the last digit, so that elements of an array differ. */
function vary(example: string, variant: number): string {
  return variant === 0
    ? example
    : example.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + variant) % 10));
}

/** Returns a candidate or a generated string that matches a pattern, or undefined if the search fails. */
function matching(
  pattern: string,
  candidates: readonly string[],
  isInside: (text: string) => boolean,
  variant: number,
): string | undefined {
  const regExp = compile(pattern);
  if (regExp === undefined) return undefined;
  const found = candidates.find((text) => isInside(text) && regExp.test(text));
  if (found !== undefined) return found;
  const generator = new Generator(regExp);
  generator.max = MAX_ATTEMPTS;
  for (let attempt = variant; attempt < MAX_ATTEMPTS + variant; attempt++) {
    generator.randInt = (low, high) => Math.min(low + attempt, high);
    const text = generator.gen();
    if (isInside(text) && regExp.test(text)) return text;
  }
  return undefined;
}

/** Returns undefined for an invalid pattern, which only strict tools are rejected for. */
function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}
