import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { InputError, parseInput, type ParseInputOptions } from './parse-input.js';

const SettingsSchema = z.strictObject({
  mode: z.enum(['skip', 'manual', 'running']).optional(),
  name: z.string().min(1).optional(),
  limits: z.partialRecord(z.enum(['files', 'models']), z.strictObject({ requests: z.int() })).optional(),
  headers: z.record(z.string().regex(/^[a-z-]+$/, 'must be lower case'), z.string()).optional(),
  split: z
    .union([z.array(z.strictObject({ at: z.number() })), z.literal('random')], 'must be a list or random')
    .optional(),
  keep: z.boolean().optional(),
  factor: z.number().gt(0).max(100).optional(),
  retries: z.int().min(0).optional(),
  tags: z.array(z.string().max(3)).max(2).optional(),
});

function problemsOf(input: unknown, options: ParseInputOptions = { source: 'settings' }): readonly string[] {
  try {
    parseInput(SettingsSchema, input, options);
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message.split('\n');
  }
}

describe('parseInput', () => {
  test('returns the output of the schema', () => {
    const schema = z.object({ port: z.string().transform(Number) });
    expect(parseInput(schema, { port: '80' })).toEqual({ port: 80 });
  });

  test.each([
    [
      { nam: 'x' },
      'settings: unknown key "nam" (did you mean "name"?); allowed: mode, name, limits, headers, split, keep, factor, retries, tags',
    ],
    [
      { nam: 'x', other: 1 },
      'settings: unknown keys "nam" (did you mean "name"?), "other"; allowed: mode, name, limits, headers, split, keep, factor, retries, tags',
    ],
    [
      { limits: { file: { requests: 1 } } },
      'settings.limits: unknown key "file" (did you mean "files"?); allowed: files, models',
    ],
    [{ limits: { files: {} } }, 'settings.limits.files.requests: is required'],
    [{ limits: [] }, 'settings.limits: must be an object'],
    [{ mode: 'fast' }, 'settings.mode: must be skip, manual, or running'],
    [{ name: '' }, 'settings.name: must not be empty'],
    [{ name: null }, 'settings.name: must be a string'],
    [{ headers: { 'X-A': 'b' } }, 'settings.headers.X-A: must be lower case'],
    [{ headers: { 'x-a': 1 } }, 'settings.headers.x-a: must be a string'],
    [{ keep: 'yes' }, 'settings.keep: must be true or false'],
    [{ factor: 0 }, 'settings.factor: must be more than 0'],
    [{ factor: 101 }, 'settings.factor: must be at most 100'],
    [{ retries: 1.5 }, 'settings.retries: must be a whole number'],
    [{ retries: -1 }, 'settings.retries: must be at least 0'],
    [{ tags: ['a', 'b', 'c'] }, 'settings.tags: must have at most 2 entries'],
    [{ tags: ['abcd'] }, 'settings.tags.0: must have at most 3 characters'],
    [{ split: 7 }, 'settings.split: must be a list or random'],
    [{ split: [{ at: '1' }] }, 'settings.split.0.at: must be a number'],
    [{ split: [{ at: 1, to: 2 }] }, 'settings.split.0: unknown key "to"; allowed: at'],
    [[], 'settings: must be an object with mode, name, limits, headers, split, keep, factor, retries, tags'],
    [undefined, 'settings: is required'],
  ])('refuses %j', (input, problem) => {
    expect(problemsOf(input)).toEqual([problem]);
  });

  test('lists the allowed values of a missing enumeration', () => {
    expect(() => parseInput(z.object({ format: z.literal('parlance-run') }), {})).toThrow(
      'format: is required and must be parlance-run',
    );
  });

  test('lists all issues with their paths', () => {
    try {
      parseInput(SettingsSchema, { keep: 1, mode: 2, x: 3 });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toMatchObject({
        name: 'InputError',
        issues: [
          { path: 'mode', message: 'must be skip, manual, or running' },
          { path: 'keep', message: 'must be true or false' },
          { path: '', message: expect.stringContaining('unknown key "x"') },
        ],
      });
    }
  });

  test('truncates a message with more than 20 issues', () => {
    const problems = problemsOf({ split: Array.from({ length: 30 }, () => ({})) });
    expect(problems).toHaveLength(21);
    expect(problems.slice(-2)).toEqual(['settings.split.19.at: is required', '(10 more problems)']);
  });

  test('reports command-line options with their dashes', () => {
    const values = {
      nam: true,
      mode: 'fast',
      name: true,
      keep: 'yes',
      tags: [true],
      headers: true,
      split: '',
    };
    expect(
      parseInput(z.strictObject({ 'pace-ms': z.string() }), { 'pace-ms': '1' }, { isCommandLine: true }),
    ).toEqual({ 'pace-ms': '1' });
    expect(() =>
      parseInput(z.object({ data: z.string().min(1) }), { data: '' }, { isCommandLine: true }),
    ).toThrow('--data: needs a value');
    expect(problemsOf(values, { isCommandLine: true })).toEqual([
      '--mode: must be skip, manual, or running',
      '--name: needs a value',
      '--headers: needs a value',
      '--split: must be a list or random',
      '--keep: takes no value',
      '--tags.0: needs a value',
      'unknown option "--nam" (did you mean "--name"?); allowed: --mode, --name, --limits, --headers, --split, --keep, --factor, --retries, --tags',
    ]);
  });

  test('never quotes a value', () => {
    const secret = 'sk-secret';
    const input = {
      mode: secret,
      name: [secret],
      limits: secret,
      headers: { a: { secret } },
      split: secret,
      keep: secret,
    };
    expect(problemsOf(input)).toHaveLength(6);
    expect(problemsOf(input).join('\n')).not.toContain(secret);
  });

  test('rejects own keys named __proto__', () => {
    expect(problemsOf(JSON.parse('{"__proto__": 1}'))[0]).toContain('unknown key "__proto__"');
  });
});
