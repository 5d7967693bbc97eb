/** Digests. Node's crypto module is loaded with the first of them, because the start-up of the emulator counts. */

/**
 * Gives the digest of texts or bytes, one after the other.
 *
 * @param algorithm - Name as OpenSSL knows it.
 * @param parts - What is digested.
 * @param encoding - Form of the result.
 */
export function digest(
  algorithm: 'md5' | 'sha256',
  parts: readonly (string | Uint8Array)[],
  encoding: 'hex' | 'base64' | 'base64url',
): string {
  const hash = process.getBuiltinModule('node:crypto').createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest(encoding);
}
