/** Signs like `ssh-keygen -Y sign`, without a process: the keys and signatures of tests. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A key pair of a person. */
export interface TestSigner {
  /** The line of the `.pub` file. */
  readonly publicKey: string;
  /** Signs a message for a purpose. */
  sign(namespace: string, message: string): string;
}

/** Creates an ed25519 key pair. */
export function testSigner(comment = 'test'): TestSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const point = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const blob = sshStrings('ssh-ed25519', point);
  return {
    publicKey: `ssh-ed25519 ${blob.toString('base64')} ${comment}`,
    sign: (namespace, message) => armored(blob, privateKey, { namespace, message }),
  };
}

function armored(
  blob: Buffer,
  key: KeyObject,
  { namespace, message }: { readonly namespace: string; readonly message: string },
): string {
  const digest = createHash('sha512').update(message).digest();
  const signed = Buffer.concat([Buffer.from('SSHSIG'), sshStrings(namespace, '', 'sha512', digest)]);
  const signature = sshStrings('ssh-ed25519', sign(null, signed, key));
  const version = Buffer.from([0, 0, 0, 1]);
  const parts = [Buffer.from('SSHSIG'), version, sshStrings(blob, namespace, '', 'sha512', signature)];
  return `-----BEGIN SSH SIGNATURE-----\n${Buffer.concat(parts).toString('base64')}\n-----END SSH SIGNATURE-----\n`;
}

function sshStrings(...strings: readonly (string | Buffer)[]): Buffer {
  const parts = strings.flatMap((string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(string));
    return [length, Buffer.from(string)];
  });
  return Buffer.concat(parts);
}
