/** Hash digests. Node's crypto module is loaded on first use, to keep the emulator's start-up fast. */

/**
 * Returns the digest of the concatenated parts.
 *
 * @param algorithm - Hash algorithm.
 * @param parts - Texts or bytes.
 * @param encoding - Encoding of the digest.
 */
export function digest(
  algorithm: 'md5' | 'sha256',
  parts: Iterable<string | Uint8Array>,
  encoding: 'hex' | 'base64' | 'base64url',
): string {
  const hash = process.getBuiltinModule('node:crypto').createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest(encoding);
}
