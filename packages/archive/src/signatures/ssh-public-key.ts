import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { SignatureError } from './signature-error.js';
import { SshReader, strictBase64 } from './ssh-wire.js';

/** A public key of OpenSSH. */
export interface SshPublicKey {
  /** For example `ssh-ed25519`. */
  readonly type: string;
  /** As `ssh-keygen -l` prints it: `SHA256:` and the base64 of the digest. */
  readonly fingerprint: string;
  /** The bytes that a signature names. */
  readonly blob: Buffer;
  readonly key: KeyObject;
  /** Of a hardware key: what it was made for, for example `ssh:`. */
  readonly application: string | null;
}

const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 16_384;
const MAX_LENGTH = 16_384;

const CURVES: Readonly<Record<string, { readonly crv: string; readonly bytes: number }>> = {
  nistp256: { crv: 'P-256', bytes: 32 },
  nistp384: { crv: 'P-384', bytes: 48 },
  nistp521: { crv: 'P-521', bytes: 66 },
};

const READERS: ReadonlyMap<string, (reader: SshReader) => JsonWebKey> = new Map([
  ['ssh-ed25519', readEd25519],
  ['sk-ssh-ed25519@openssh.com', readEd25519],
  ['ecdsa-sha2-nistp256', readEcdsa],
  ['ecdsa-sha2-nistp384', readEcdsa],
  ['ecdsa-sha2-nistp521', readEcdsa],
  ['sk-ecdsa-sha2-nistp256@openssh.com', readEcdsa],
  ['ssh-rsa', readRsa],
]);

/**
 * Reads a public key as it is in a `.pub` file or in `authorized_keys`: type, base64, and optionally a comment.
 *
 * @param line - The line.
 * @returns The key.
 * @throws {SignatureError} When the line is not a public key, or its type is not supported.
 */
export function parseSshPublicKey(line: string): SshPublicKey {
  if (line.length > MAX_LENGTH) throw new SignatureError('malformed', 'a public key is too long');
  if (line.includes('PRIVATE KEY'))
    throw new SignatureError('malformed', 'this is a private key; use the public key, from the .pub file');
  const [type = '', base64 = ''] = line.trim().split(/[ \t]+/);
  if (!READERS.has(type) || /[\r\n]/.test(line.trim()))
    throw new SignatureError(
      'malformed',
      'a public key must be one line of a .pub file, for example "ssh-ed25519 AAAA... lena"',
    );
  const key = readSshPublicKey(strictBase64(base64, 'a public key'));
  if (key.type !== type)
    throw new SignatureError('malformed', `the line says ${type}, and the key is ${key.type}`);
  return key;
}

/**
 * Returns the fingerprint of a public key, as `ssh-keygen -l` prints it.
 *
 * @param line - Type, base64, and optionally a comment, as in a `.pub` file.
 * @throws {SignatureError} When the line is not a public key, or its type is not supported.
 */
export function fingerprintOf(line: string): string {
  return parseSshPublicKey(line).fingerprint;
}

/** Reads the bytes of a public key, as signatures have them. */
export function readSshPublicKey(blob: Buffer): SshPublicKey {
  const reader = new SshReader(blob, 'a public key');
  const type = reader.text();
  const read = READERS.get(type);
  if (read === undefined)
    throw new SignatureError('unsupported', 'the key type must be ed25519, ecdsa or rsa, or their sk- forms');
  const jwk = read(reader);
  const application = type.startsWith('sk-') ? reader.text() : null;
  reader.end();
  const fingerprint = `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
  return { type, fingerprint, blob, key: keyOf(jwk), application };
}

function keyOf(jwk: JsonWebKey): KeyObject {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    throw new SignatureError('malformed', 'a public key is not on its curve');
  }
}

function readEd25519(reader: SshReader): JsonWebKey {
  const point = reader.string();
  if (point.length !== 32) throw new SignatureError('malformed', 'an ed25519 key must have 32 bytes');
  return { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') };
}

function readEcdsa(reader: SshReader): JsonWebKey {
  const curve = CURVES[reader.text()];
  const point = reader.string();
  if (curve === undefined || point.length !== 1 + 2 * curve.bytes || point[0] !== 4)
    throw new SignatureError('malformed', 'an ecdsa key must be an uncompressed point of a NIST curve');
  const [x, y] = [point.subarray(1, 1 + curve.bytes), point.subarray(1 + curve.bytes)];
  return { kty: 'EC', crv: curve.crv, x: x.toString('base64url'), y: y.toString('base64url') };
}

function readRsa(reader: SshReader): JsonWebKey {
  const exponent = reader.positive();
  const modulus = reader.positive();
  const bits = modulus.length * 8 - Math.clz32(modulus.readUInt8()) + 24;
  if (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS)
    throw new SignatureError(
      'unsupported',
      `an rsa key must have ${MIN_RSA_BITS} to ${MAX_RSA_BITS} bits, and this one has ${bits}`,
    );
  return { kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') };
}
