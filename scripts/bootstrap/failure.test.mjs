import { describe as group, expect, test } from 'vitest';
import { SetupError, describe, explain } from './failure.mjs';

group('explain', () => {
  test.each([
    ['npm error code ENOTFOUND\nnpm error network request to https://r/x failed', 'no network'],
    ['npm error code EAI_AGAIN', 'no network'],
    ['ERR_PNPM_META_FETCH_FAIL GET https://r/x: error sending request for url', 'no network'],
    ['npm error code ETARGET\nnpm error notarget No matching version found', 'does not have the package'],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'not trusted'],
    ['npm error code ENOSPC', 'the disk is full'],
    ['npm error code EROFS\nnpm error syscall mkdir', 'no permission to write'],
    ['ERR_PNPM_OUTDATED_LOCKFILE Cannot install with frozen-lockfile', 'does not match'],
  ])('recognizes %j', (output, cause) => {
    const error = explain('installing', { output });
    expect(error.message).toContain(`installing failed: `);
    expect(error.message).toContain(cause);
    expect(error.hint).not.toBe('');
    expect(error.details).toContain(output.split('\n')[0]);
  });

  test.each(['EACCES', 'EROFS', 'EPERM'])('recognizes a system error %s', (code) => {
    const error = explain('creating /x', {
      error: Object.assign(new Error(`${code}: mkdir '/x'`), { code }),
    });
    expect(error.message).toBe('creating /x failed: no permission to write');
  });

  test('shows the output of a program that failed for an unknown reason', () => {
    const error = explain('building', { output: 'main.ts: expected ";"' });
    expect(error.message).toBe('building failed');
    expect(describe(error)).toBe(
      '  main.ts: expected ";"\nparlance: building failed\nparlance: See the messages above.\n',
    );
  });

  test('returns a SetupError unchanged', () => {
    const error = new SetupError('no');
    expect(explain('installing', { error })).toBe(error);
  });
});
