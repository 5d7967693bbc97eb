/** Signatures compared with `ssh-keygen`, in both directions. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testSigner } from '@parlance/testing/sign-ssh';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/write-archive.js';
import { parseSshPublicKey } from './ssh-public-key.js';
import { parseSshSignature, verifySshSignature } from './ssh-signature.js';
import fixture from './ssh-signatures.fixture.json' with { type: 'json' };

const namespace = 'parlance-plan@1';
const message = `${'9f'.repeat(32)}\n`;

/** Whether `ssh-keygen` accepts a signature. */
async function isGoodForOpenSsh(
  signed: { readonly publicKey: string; readonly signature: string },
  input: string,
): Promise<boolean> {
  const dir = await temporaryFolder();
  const [allowed, signature] = [path.join(dir, 'allowed'), path.join(dir, 'signature')];
  await writeFile(allowed, `lena namespaces="${namespace}" ${signed.publicKey}\n`);
  await writeFile(signature, signed.signature);
  const argv = ['-Y', 'verify', '-f', allowed, '-I', 'lena', '-n', namespace, '-s', signature];
  const { error, status } = spawnSync('ssh-keygen', argv, { input });
  if (error !== undefined) throw error;
  return status === 0;
}

describe('ssh-keygen signs, and the signature is accepted', () => {
  const types = [['ed25519'], ['ecdsa', 256], ['ecdsa', 384], ['ecdsa', 521], ['rsa', 2048], ['rsa', 4096]];
  const cases = types.flatMap(([type, bits]) =>
    ['sha256', 'sha512'].map((hash) => [String(type), bits ?? '', hash] as const),
  );

  test.each(cases)('%s %s with %s', async (type, bits, hash) => {
    const file = path.join(await temporaryFolder(), 'key');
    const size = bits === '' ? [] : ['-b', String(bits)];
    execFileSync('ssh-keygen', ['-q', '-t', type, ...size, '-N', '', '-C', 'a comment', '-f', file]);
    const sign = ['-q', '-Y', 'sign', '-O', `hashalg=${hash}`, '-n', namespace, '-f', file];
    const signature = parseSshSignature(execFileSync('ssh-keygen', sign, { input: message }).toString());
    const key = parseSshPublicKey(await readFile(`${file}.pub`, 'utf8'));
    verifySshSignature(signature, { message, namespace, key });
    expect(() => verifySshSignature(signature, { message: `${message}\n`, namespace, key })).toThrow('fit');
    const printed = execFileSync('ssh-keygen', ['-l', '-f', `${file}.pub`]).toString();
    expect(printed.split(' ')[1]).toBe(key.fingerprint);
  });
});

test('both accept the same signatures', async () => {
  const signer = testSigner();
  const own = { publicKey: signer.publicKey, signature: signer.sign(namespace, message) };
  expect(await isGoodForOpenSsh(own, message)).toBe(true);
  expect(await isGoodForOpenSsh(own, `${message} `)).toBe(false);
  const elsewhere = { ...own, signature: signer.sign('git', message) };
  expect(await isGoodForOpenSsh(elsewhere, message)).toBe(false);
  for (const signed of fixture.signatures) expect(await isGoodForOpenSsh(signed, fixture.message)).toBe(true);
});
