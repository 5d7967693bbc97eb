/** Reads the options of a command line. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { InputError, parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';

/** The value of an option that is a whole number. */
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
 * Reads the options of a command line.
 *
 * @param argv - Arguments after the program's name.
 * @param schema - Schemas of the options by their names without the dashes.
 * @param options - How they are written; those left out take one value.
 * @throws {InputError} Listing all problems.
 */
export function readOptions<Shape extends z.ZodRawShape>(
  argv: readonly string[],
  schema: z.ZodObject<Shape, z.core.$strict>,
  options: { readonly [Name in keyof Shape]?: ParseArgsOptionsConfig[string] },
): z.output<z.ZodObject<Shape, z.core.$strict>> {
  const names = Object.keys(schema.shape);
  // Not strict, so that unknown options and missing values reach the schema, which reports them all at once.
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(names.map((name) => [name, options[name] ?? { type: 'string' }])),
    strict: false,
    tokens: true,
  });
  for (const token of tokens)
    if (token.kind === 'option' && token.inlineValue === false && token.value.startsWith('--'))
      throw new InputError([{ path: token.rawName, message: 'needs a value' }]);
  const read = parseInput(schema, values, { isCommandLine: true });
  const [unexpected] = positionals;
  if (unexpected !== undefined)
    throw new InputError([{ path: '', message: `unexpected argument ${JSON.stringify(unexpected)}` }]);
  return read;
}
