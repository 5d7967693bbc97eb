/**
 * A failure that is explained to the user in words, without a stack.
 *
 * `hint` says what to do about it; `details` is what the failing program itself said.
 */
export class SetupError extends Error {
  constructor(message, { hint, details, cause } = {}) {
    super(message, { cause });
    this.name = 'SetupError';
    this.hint = hint;
    this.details = details;
  }
}

const NO_NETWORK =
  'ENOTFOUND EAI_AGAIN ECONNREFUSED ECONNRESET ETIMEDOUT ENETUNREACH EHOSTUNREACH ERR_SOCKET_TIMEOUT UND_ERR_'
    .split(' ')
    .concat(
      'ERR_PNPM_META_FETCH_FAIL',
      'ERR_PNPM_FETCH_',
      'error sending request',
      'dns error',
      'Connection refused',
    );

/** Signs of a cause in the output of npm and pnpm, or in the code of a system error; the first match counts. */
const CAUSES = [
  {
    signs: ['ENOSPC', 'EDQUOT', 'no space left'],
    text: 'the disk is full',
    hint: 'Free some space (about 600 MB are needed) and run the command again.',
  },
  {
    signs: ['EACCES', 'EROFS', 'EPERM', 'permission denied', 'read-only file system'],
    text: 'no permission to write',
    hint: 'Make the folder of the project, and the home folder, writable for this user.',
  },
  {
    signs: ['ENOTDIR', 'EEXIST', 'EISDIR'],
    text: 'a file is in the way of a folder',
    hint: 'Remove the file that is named above.',
  },
  {
    signs: ['ETARGET', 'E404', 'ERR_PNPM_FETCH_404', 'ERR_PNPM_NO_MATCHING_VERSION'],
    text: 'the registry does not have the package',
    hint: 'Check which registry npm uses: npm config get registry',
  },
  {
    signs: [
      'SELF_SIGNED_CERT',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_VERIFY_LEAF',
      'invalid peer certificate',
    ],
    text: 'the certificate of the registry is not trusted',
    hint: 'Behind a company proxy, name its certificate: NODE_EXTRA_CA_CERTS, and npm config set cafile <file>',
  },
  {
    signs: NO_NETWORK,
    text: 'no network: the npm registry could not be reached',
    hint: 'Check the connection and the proxy settings (HTTPS_PROXY, npm config get registry), then run it again.',
  },
  {
    signs: ['ERR_PNPM_OUTDATED_LOCKFILE', 'ERR_PNPM_LOCKFILE_CONFIG_MISMATCH'],
    text: 'pnpm-lock.yaml does not match the package.json files',
    hint: 'Run "pnpm install" and commit the lockfile.',
  },
  {
    signs: ['ENOENT'],
    text: 'a file or program is missing',
    hint: 'Check that npm is on the PATH and that the clone of the project is complete.',
  },
];

/** Finds the known cause behind an error of Node or the output of a program; `undefined` if there is none. */
export function findCause(evidence) {
  return CAUSES.find(({ signs }) => signs.some((sign) => evidence.includes(sign)));
}

/** Turns whatever went wrong during `activity` into a {@link SetupError} that names the cause. */
export function explain(activity, { error, output = '' }) {
  if (error instanceof SetupError) return error;
  const cause = findCause(`${error?.code ?? ''} ${output}`);
  const details = [output.trim(), error === undefined ? '' : String(error.message)]
    .filter(Boolean)
    .join('\n');
  return new SetupError(`${activity} failed${cause ? `: ${cause.text}` : ''}`, {
    hint: cause?.hint ?? 'The messages above say what happened.',
    details: lastLines(details, 15),
    cause: error,
  });
}

/** What the user sees on standard error. */
export function describe(error) {
  if (!(error instanceof SetupError)) return `parlance: unexpected error\n${error?.stack ?? String(error)}\n`;
  const details = error.details ? `${indent(error.details)}\n` : '';
  const hint = error.hint ? `parlance: ${error.hint}\n` : '';
  return `${details}parlance: ${error.message}\n${hint}`;
}

function lastLines(text, count) {
  return text.split('\n').slice(-count).join('\n');
}

function indent(text) {
  return text.replaceAll(/^/gm, '  ');
}
