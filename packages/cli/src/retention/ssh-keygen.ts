import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { signedText, type SignedDigest } from '@parlance/archive';
import { readUntrustedFile } from '@parlance/files';
import { CommandError } from '../command-error.js';
import { EXIT_CODES } from '../exit-codes.js';

const MAX_BYTES = 65_536;

/**
 * Signs a digest with `ssh-keygen`, which asks for a passphrase or for a touch of a hardware key itself.
 *
 * @param key - File of the private key, or of the public key if an agent has the private one.
 * @param signed - What is signed.
 * @throws {CommandError} When there is no `ssh-keygen`, or it fails.
 */
export async function signWithSshKeygen(key: string, { digest, namespace }: SignedDigest): Promise<string> {
  const argv = ['-q', '-Y', 'sign', '-n', namespace, '-f', key];
  const child = spawn('ssh-keygen', argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  // A process that ends without reading its input is reported by its exit code.
  child.stdin.on('error', () => {});
  child.stdin.end(signedText(digest));
  const exited = once(child, 'exit') as Promise<[code: number | null]>;
  const [signature, [code]] = await Promise.all([text(child.stdout), exited]).catch(() => {
    throw new CommandError('ssh_keygen_missing', 'ssh-keygen, which signs, could not be started.', {
      hint: `Install OpenSSH, or sign elsewhere: ${signingCommand({ digest, namespace })}`,
    });
  });
  if (code === 0) return signature;
  throw new CommandError('not_signed', `ssh-keygen could not sign with ${key}.`, {
    exitCode: EXIT_CODES.failed,
    hint: 'The file must be a private key, or a public key whose private key an agent has.',
  });
}

/** Reads a signature that `ssh-keygen` wrote. */
export function readSignature(file: string): Promise<string> {
  return readUntrustedFile(file, { maxBytes: MAX_BYTES });
}

/** The command line that signs a digest without this program. */
export function signingCommand({ digest, namespace }: SignedDigest): string {
  return `echo ${digest} | ssh-keygen -Y sign -n ${namespace} -f ~/.ssh/id_ed25519`;
}
