// cspell:ignore AAAAB
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testSigner } from '@parlance/testing/sign-ssh';
import { SignatureError } from './signature-error.js';
import { parseSshPublicKey } from './ssh-public-key.js';
import { parseSshSignature, verifySshSignature } from './ssh-signature.js';
import { sshStrings } from './ssh-wire.js';
import fixture from './ssh-signatures.fixture.json' with { type: 'json' };

const { message, namespace, signatures } = fixture;
const isUntouched = (name: string): boolean => name.endsWith('not touched');
const [ed25519] = signatures;
if (ed25519 === undefined) throw new Error('the fixture is empty');

describe('a signature of ssh-keygen', () => {
  test.each(signatures.filter(({ name }) => !isUntouched(name)))('$name', ({ publicKey, signature }) => {
    const key = parseSshPublicKey(publicKey);
    const parsed = parseSshSignature(signature);
    verifySshSignature(parsed, { message, namespace, key });
    const refused = (expected: Parameters<typeof verifySshSignature>[1]): void =>
      verifySshSignature(parsed, expected);
    expect(() => refused({ message: `${message} `, namespace, key })).toThrow('does not fit');
    expect(() => refused({ message, namespace: 'parlance-archive@1', key })).toThrow('was not made for');
    const other = parseSshPublicKey(testSigner().publicKey);
    expect(() => refused({ message, namespace, key: other })).toThrow('another key');
  });

  test.each(signatures.filter(({ name }) => isUntouched(name)))('$name', ({ signature }) => {
    expect(() => verifySshSignature(parseSshSignature(signature), { message, namespace })).toThrow(
      expect.objectContaining({ code: 'not_touched' }),
    );
  });

  test('line ends of Windows and spaces around it are accepted', () => {
    const text = `\n  ${ed25519.signature.replaceAll('\n', '\r\n')}  \n`;
    expect(() => verifySshSignature(parseSshSignature(text), { message, namespace })).not.toThrow();
  });

  test('fingerprints are those of ssh-keygen', () => {
    expect(parseSshPublicKey(ed25519.publicKey).fingerprint).toBe(
      'SHA256:L/MY0TVrJ4BOZ522BhCfhmtMjWKK62L65MJ3vkKde/s',
    );
  });
});

describe('is refused', () => {
  const [type = '', base64 = ''] = ed25519.publicKey.split(' ');
  const rsa = (bits: number): string => {
    const modulus = Buffer.concat([Buffer.from([0]), Buffer.alloc(bits / 8, 0xff)]);
    return `ssh-rsa ${sshStrings('ssh-rsa', Buffer.from([1, 0, 1]), modulus).toString('base64')}`;
  };
  const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]);
  const ecdsa = sshStrings('ecdsa-sha2-nistp256', 'nistp256', offCurve).toString('base64');

  test.each([
    ['an empty line', '', 'malformed'],
    ['a fingerprint', 'SHA256:L/MY0TVrJ4BOZ522BhCfhmtMjWKK62L65MJ3vkKde/s', 'malformed'],
    ['a name', 'lena@example.com', 'malformed'],
    ['two keys', `${ed25519.publicKey}\n${ed25519.publicKey}`, 'malformed'],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA', 'malformed'],
    ['a truncated key', `${type} ${base64.slice(0, 40)}`, 'malformed'],
    ['a key that continues', `${type} ${base64}AAAA`, 'malformed'],
    ['another type than the key', `ssh-rsa ${base64}`, 'malformed'],
    ['what is not base64', `${type} ${base64.slice(0, -4)}!!!!`, 'malformed'],
    ['DSA', 'ssh-dss AAAAB3NzaC1kc3M=', 'malformed'],
    ['a short RSA key', rsa(1024), 'unsupported'],
    ['a huge RSA key', rsa(32_768), 'unsupported'],
    ['a point that is not on its curve', `ecdsa-sha2-nistp256 ${ecdsa}`, 'malformed'],
    ['a very long line', `${type} ${'A'.repeat(100_000)}`, 'malformed'],
  ])('as a key: %s', (_name, line, code) => {
    expect(() => parseSshPublicKey(line)).toThrow(expect.objectContaining({ code }));
  });

  test.each([
    ['nothing', ''],
    ['a PGP signature', '-----BEGIN PGP SIGNATURE-----\nAAAA\n-----END PGP SIGNATURE-----'],
    ['an empty signature', '-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----'],
    ['two signatures', ed25519.signature + ed25519.signature],
    ['a truncated signature', ed25519.signature.replace(/\n.{70}\n/, '\n')],
    ['a gigabyte', ed25519.signature + ' '.repeat(70_000)],
  ])('as a signature: %s', (_name, text) => {
    expect(() => parseSshSignature(text)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });

  test('RSA with SHA-1', () => {
    const rsaKey = signatures.find(({ name }) => name === 'rsa')!;
    const { key, ...rest } = parseSshSignature(rsaKey.signature);
    const signature = sshStrings('ssh-rsa', Buffer.alloc(384));
    expect(() => verifySshSignature({ ...rest, key, signature }, { message, namespace })).toThrow(
      'must use SHA-2',
    );
  });
});

/** A verifier accepts what was signed, and nothing else, whatever the bytes are. */
test('a changed byte is never accepted, and never an error of another kind', () => {
  const all = signatures.filter(({ name }) => !isUntouched(name));
  const parts = fc.record({
    of: fc.constantFrom(...all),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    bit: fc.integer({ min: 0, max: 7 }),
  });
  const check = ({ of, at, bit }: { readonly of: (typeof all)[number]; at: number; bit: number }): void => {
    const bytes = Buffer.from(of.signature.split('\n').slice(1, -2).join(''), 'base64');
    const index = Math.floor(at * bytes.length);
    bytes[index] = bytes[index]! ^ (1 << bit);
    const text = `-----BEGIN SSH SIGNATURE-----\n${bytes.toString('base64')}\n-----END SSH SIGNATURE-----`;
    const key = parseSshPublicKey(of.publicKey);
    try {
      verifySshSignature(parseSshSignature(text), { message, namespace, key });
    } catch (error) {
      expect(error).toBeInstanceOf(SignatureError);
      return;
    }
    // The flags of a hardware key are signed too, so that nothing may be changed.
    throw new Error(`accepted with another bit ${bit} in byte ${index}`);
  };
  fc.assert(fc.property(parts, check), { numRuns: 300 });
});

test('any text is a key or a signature, or a SignatureError', () => {
  const refused = (read: () => unknown): void => {
    try {
      read();
    } catch (error) {
      expect(error).toBeInstanceOf(SignatureError);
    }
  };
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      refused(() => parseSshPublicKey(text));
      refused(() => parseSshPublicKey(`ssh-ed25519 ${text}`));
      refused(() => parseSshSignature(text));
      refused(() => parseSshSignature(`-----BEGIN SSH SIGNATURE-----\n${text}\n-----END SSH SIGNATURE-----`));
    }),
  );
});
