/** Parses command lines. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { InputError, parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';

/** Returns a schema for an option whose value is a whole number from `min` to `max`. */
export function numberOption(min: number, max: number): z.ZodType<number> {
  return z
    .string()
    .refine((digits) => /^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max, {
      error: ({ input }) => `must be a whole number from ${min} to ${max}, not ${JSON.stringify(input)}`,
      abort: true,
    })
    .transform(Number);
}

/**
 * Parses the options of a command line.
 *
 * @param argv - Arguments after the program's name.
 * @param schema - Schemas of the options, by name without dashes.
 * @param options - Syntax of the options for `parseArgs`. Options not listed take one value. Only those that
 *   are `multiple` may be repeated.
 * @throws {InputError} When the command line is invalid.
 */
export function readOptions<Shape extends z.ZodRawShape>(
  argv: readonly string[],
  schema: z.ZodObject<Shape, z.core.$strict>,
  options: { readonly [Name in keyof Shape]?: ParseArgsOptionsConfig[string] },
): z.output<z.ZodObject<Shape, z.core.$strict>> {
  const names = Object.keys(schema.shape);
  // Not strict, so that the schema can report all unknown options and missing values at once.
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(names.map((name) => [name, options[name] ?? { type: 'string' }])),
    strict: false,
    tokens: true,
  });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.inlineValue === false && token.value.startsWith('--'))
      throw new InputError([{ path: token.rawName, message: 'needs a value' }]);
    if (seen.has(token.name) && options[token.name]?.multiple !== true)
      throw new InputError([{ path: `--${token.name}`, message: 'must not be repeated' }]);
    seen.add(token.name);
  }
  const read = parseInput(schema, values, { isCommandLine: true });
  const [unexpected] = positionals;
  if (unexpected !== undefined)
    throw new InputError([{ path: '', message: `unexpected argument ${JSON.stringify(unexpected)}` }]);
  return read;
}
