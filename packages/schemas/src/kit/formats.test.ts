import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from './check.js';
import * as z from 'zod';
import { timestamp } from './limits.schema.js';

const passes = (schema: Parameters<typeof check>[0], value: unknown) => check(schema, value).length === 0;
const two = (value: number) => String(value).padStart(2, '0');

test('accepts every time that a Date can represent, at any offset', () => {
  const min = new Date('0000-01-01T00:00:00Z');
  const max = new Date('9999-12-31T23:59:59Z');
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate: true }), fc.nat(23), fc.nat(59), (date, hour, minute) => {
      const text = date.toISOString();
      expect(passes(timestamp, text)).toBe(true);
      expect(passes(timestamp, text.replace('Z', `+${two(hour)}:${two(minute)}`))).toBe(true);
      expect(passes(timestamp, text.replace(/\.\d+Z/, `-${two(hour)}:${two(minute)}`))).toBe(true);
    }),
  );
});

test('accepts exactly the days that exist in the calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(14), fc.nat(33), (year, month, day) => {
      const written = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
      const found = new Date(`${written}T00:00:00Z`);
      const exists = !Number.isNaN(found.getTime()) && found.toISOString().startsWith(written);
      expect(passes(timestamp, `${written}T12:00:00Z`)).toBe(exists);
    }),
  );
});

test.each([
  '2026-01-02T03:04:05',
  '2026-01-02 03:04:05Z',
  '2026-01-02T24:00:00Z',
  '2026-01-02T03:04Z',
  '2026-01-02T03:04:05.Z',
  '2026-01-02T03:04:05+24:00',
  ' 2026-01-02T03:04:05Z',
  '2026-01-02T03:04:05Z\n',
  '+002026-01-02T03:04:05Z',
  '2026-01-31T23:60:59Z',
  '2026-01-31T23:58:60Z',
  '2026-02-01T00:59:60+00:60',
])('%j is not a date-time', (text) => {
  expect(passes(timestamp, text)).toBe(false);
});

test('accepts canonical base64 only, without characters that decoders ignore', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(), (bytes, at) => {
      const text = Buffer.from(bytes).toString('base64');
      expect(passes(z.base64(), text)).toBe(true);
      const place = text.length === 0 ? 0 : at % text.length;
      for (const stray of [' ', '\n', '-', '_', 'é', '====='])
        expect(passes(z.base64(), text.slice(0, place) + stray + text.slice(place))).toBe(false);
    }),
  );
});

test.each([
  ['https://example.com/a?b#c', true],
  ['example.com', false],
  ['//example.com', false],
  ['', false],
])('%j as a URL: %s', (text, isUrl) => {
  expect(passes(z.url(), text)).toBe(isUrl);
});

test('a global regular expression matches each text from its start', () => {
  const schema = z.string().regex(/a/g);
  expect(['a', 'a', 'a', 'b'].map((text) => passes(schema, text))).toEqual([true, true, true, false]);
});
