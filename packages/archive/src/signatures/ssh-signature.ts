import { createHash, verify, type KeyObject } from 'node:crypto';
import { SignatureError } from './signature-error.js';
import { readSshPublicKey, type SshPublicKey } from './ssh-public-key.js';
import { SshReader, sshStrings, strictBase64 } from './ssh-wire.js';

/** A signature that `ssh-keygen -Y sign` made, not verified yet. */
export interface SshSignature {
  /** The key that it says it was made with. */
  readonly key: SshPublicKey;
  /** What it was made for, for example `parlance-plan@1`. */
  readonly namespace: string;
  readonly hash: 'sha256' | 'sha512';
  /** Algorithm and bytes, as OpenSSH encodes them. */
  readonly signature: Buffer;
}

const MAGIC = 'SSHSIG';
const BEGIN = '-----BEGIN SSH SIGNATURE-----';
const END = '-----END SSH SIGNATURE-----';
const MAX_LENGTH = 65_536;
const TOUCHED = 0x01;

/** The hash and the length of a coordinate, by algorithm. */
const ECDSA: Readonly<Record<string, { readonly hash: string; readonly bytes: number }>> = {
  'ecdsa-sha2-nistp256': { hash: 'sha256', bytes: 32 },
  'ecdsa-sha2-nistp384': { hash: 'sha384', bytes: 48 },
  'ecdsa-sha2-nistp521': { hash: 'sha512', bytes: 66 },
  'sk-ecdsa-sha2-nistp256@openssh.com': { hash: 'sha256', bytes: 32 },
};

/** `ssh-rsa` is RSA with SHA-1 here, which OpenSSH refuses in signatures of files too. */
const RSA: Readonly<Record<string, string>> = { 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' };

/**
 * Reads a signature in the form of `ssh-keygen -Y sign` (SSHSIG).
 *
 * @param text - The whole text, from its BEGIN line to its END line.
 * @returns The signature, which {@link verifySshSignature} verifies.
 * @throws {SignatureError} When the text is not a signature, or uses an algorithm that is not supported.
 */
export function parseSshSignature(text: string): SshSignature {
  const trimmed = text.length <= MAX_LENGTH ? text.trim() : '';
  if (!trimmed.startsWith(BEGIN) || !trimmed.endsWith(END))
    throw new SignatureError('malformed', `a signature must begin with "${BEGIN}" and end with "${END}"`);
  const base64 = trimmed.slice(BEGIN.length, -END.length).replaceAll(/[\r\n]/g, '');
  const reader = new SshReader(strictBase64(base64, 'a signature'), 'a signature');
  if (reader.bytes(MAGIC.length).toString('latin1') !== MAGIC || reader.uint32() !== 1)
    throw new SignatureError('malformed', 'the text is not an SSH signature of version 1');
  const key = readSshPublicKey(reader.string());
  const namespace = reader.text();
  reader.string(); // Reserved. It is not signed by this version of the format.
  const hash = reader.text();
  const signature = reader.string();
  reader.end();
  if (hash !== 'sha256' && hash !== 'sha512')
    throw new SignatureError('unsupported', 'the hash of a signature must be sha256 or sha512');
  return { key, namespace, hash, signature };
}

/**
 * Verifies a signature over a message.
 *
 * @param signature - The signature.
 * @param expected - The message, the purpose for which it must have been signed, and the key, unless that of the signature is trusted.
 * @throws {SignatureError} When it is not a signature of this message by this key for this purpose.
 */
export function verifySshSignature(
  signature: SshSignature,
  expected: {
    readonly message: string;
    readonly namespace: string;
    readonly key?: SshPublicKey | undefined;
  },
): void {
  if (signature.namespace !== expected.namespace)
    throw new SignatureError('other_namespace', `the signature was not made for ${expected.namespace}`);
  if (expected.key !== undefined && !expected.key.blob.equals(signature.key.blob))
    throw new SignatureError('other_key', `the signature was made with another key`);
  const digest = createHash(signature.hash).update(expected.message).digest();
  // The reserved field is empty.
  const signed = Buffer.concat([
    Buffer.from(MAGIC),
    sshStrings(signature.namespace, '', signature.hash, digest),
  ]);
  if (!isSignedBy(signature, signed))
    throw new SignatureError('invalid', `the signature does not fit what it should sign`);
}

function isSignedBy({ key, signature }: SshSignature, signed: Buffer): boolean {
  const reader = new SshReader(signature, 'a signature');
  const algorithm = reader.text();
  const bytes = reader.string();
  const rsa = RSA[algorithm];
  if (rsa === undefined ? algorithm !== key.type : key.type !== 'ssh-rsa')
    throw new SignatureError('unsupported', `an ${key.type} key cannot make this kind of signature`);
  const data = key.application === null ? signed : hardwareData(key.application, reader, signed);
  reader.end();
  if (rsa !== undefined) return verify(rsa, data, key.key, bytes);
  const ecdsa = ECDSA[algorithm];
  if (ecdsa !== undefined) return verifyEcdsa(ecdsa, { data, bytes }, key.key);
  if (!key.type.endsWith('ed25519') && !key.type.endsWith('ed25519@openssh.com'))
    throw new SignatureError('unsupported', 'RSA signatures must use SHA-2');
  return verify(null, data, key.key, bytes);
}

function verifyEcdsa(
  { hash, bytes: length }: { readonly hash: string; readonly bytes: number },
  { data, bytes }: { readonly data: Buffer; readonly bytes: Buffer },
  key: KeyObject,
): boolean {
  const numbers = new SshReader(bytes, 'an ecdsa signature');
  const [r, s] = [numbers.number(length), numbers.number(length)];
  numbers.end();
  return verify(hash, data, { key, dsaEncoding: 'ieee-p1363' }, Buffer.concat([r, s]));
}

/** What a hardware key signs: digests of its application and of the data, flags, and its counter. */
function hardwareData(application: string, reader: SshReader, signed: Buffer): Buffer {
  const flagsAndCounter = reader.bytes(5);
  if ((flagsAndCounter.readUInt8() & TOUCHED) === 0)
    throw new SignatureError('not_touched', 'the hardware key was not touched for this signature');
  const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
  return Buffer.concat([sha256(Buffer.from(application, 'latin1')), flagsAndCounter, sha256(signed)]);
}
