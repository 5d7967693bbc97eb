import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ArchiveRecord } from '../records/archive-record.js';
import { canonicalJson } from './canonical-json.js';
import { bodyTextOf, createRecord, digestOf, recordLine, RecordsDigest, sha256 } from './digest.js';
import { certificatePosition, contentPath, numberedPath, sealManifest } from './sealed-file.js';

test('canonical JSON is that of RFC 8785', () => {
  expect(canonicalJson({ b: [1, 1e21, -0, 'é\n'], a: null, 10: true, 9: {} })).toBe(
    String.raw`{"10":true,"9":{},"a":null,"b":[1,1e+21,0,"é\n"]}`,
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value));
    }),
  );
});

test('canonical JSON leaves out what JSON leaves out', () => {
  expect(canonicalJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
  expect(canonicalJson(undefined)).toBe('null');
});

test('a lone surrogate has a digest of its own, and so has __proto__', () => {
  expect(canonicalJson('cut \ud83d')).toBe(String.raw`"cut \ud83d"`);
  expect(digestOf('\ud83d')).not.toBe(digestOf('\ud83c'));
  expect(canonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
});

test('the digest of a record does not depend on the order of members, and survives a round trip', () => {
  const record = createRecord('organization', 'u', {
    uuid: 'u',
    name: 'A',
    created_at: '2026-04-01T00:00:00Z',
  });
  expect(record.digest).toBe(digestOf({ name: 'A', created_at: '2026-04-01T00:00:00Z', uuid: 'u' }));
  expect(digestOf(JSON.parse(JSON.stringify(record)).body)).toBe(record.digest);
});

test('the digest of several records does not depend on their order', () => {
  const digestOfAll = (ids: string[]): string => {
    const digest = new RecordsDigest();
    for (const id of ids) digest.add({ kind: 'user', id, digest: sha256(id) });
    return digest.digest();
  };
  expect(digestOfAll(['b', 'a'])).toBe(digestOfAll(['a', 'b']));
  expect(digestOfAll(['a'])).toBe(sha256(`user a ${sha256('a')}\n`));
  expect(digestOfAll(['a', 'a'])).not.toBe(digestOfAll(['a']));
});

test('a file has 1,000 certificates, and a folder up to 1,000 files', () => {
  expect(certificatePosition(1)).toEqual({ path: 'certificates/000/000001.ndjson', line: 1 });
  expect(certificatePosition(1000)).toEqual({ path: 'certificates/000/000001.ndjson', line: 1000 });
  expect(certificatePosition(1001)).toEqual({ path: 'certificates/000/000002.ndjson', line: 1 });
  expect(certificatePosition(1_042_007)).toEqual({ path: 'certificates/001/001043.ndjson', line: 7 });
  expect(numberedPath('segments', 12_345_678, 'ndjson.zst')).toBe('segments/12345/12345678.ndjson.zst');
  expect(contentPath('abcdef')).toBe('files/ab/cd/abcdef');
});

test('the line of a record ends with the text that its digest is of', () => {
  const record = createRecord('organization', ',"body":{"', { uuid: 'u', name: 'é\ud83d', created_at: 't' });
  const text = String.raw`{"created_at":"t","name":"é\ud83d","uuid":"u"}`;
  const line = recordLine({ ...record, own: true } as ArchiveRecord);
  expect(line).toBe(
    String.raw`{"kind":"organization","id":",\"body\":{\"","digest":"${record.digest}","own":true,"body":${text}}`,
  );
  expect(recordLine(record as ArchiveRecord)).toBe(line.replace('"own":true,', ''));
  expect(bodyTextOf(line)).toBe(text);
  expect(sha256(text)).toBe(record.digest);
  expect(JSON.parse(line)).toEqual({ ...record, own: true });
});

test('a manifest has the digest of its other fields', () => {
  const fields = {
    format: 3,
    export: 'e',
    definition: 'd',
    certificates: 0,
    head: null,
    updated_at: 't',
  } as const;
  expect(sealManifest(fields)).toEqual({ ...fields, digest: digestOf(fields) });
});
