/**
 * A failure that is explained to the user without a stack trace.
 *
 * `hint` says what to do; `details` is the output of the program that failed.
 */
export class SetupError extends Error {
  constructor(message, { hint, details, cause } = {}) {
    super(message, { cause });
    this.name = 'SetupError';
    this.hint = hint;
    this.details = details;
  }
}

/** Causes, identified by the output of npm and pnpm or the code of a system error. The first match wins. */
const CAUSES = [
  {
    signs: ['ENOSPC', 'EDQUOT', 'no space left'],
    text: 'the disk is full',
    hint: 'Free about 600 MB and run the command again.',
  },
  {
    signs: ['EACCES', 'EROFS', 'EPERM', 'permission denied', 'read-only file system'],
    text: 'no permission to write',
    hint: 'Make the project folder and the home folder writable for this user.',
  },
  {
    signs: ['ENOTDIR', 'EEXIST', 'EISDIR'],
    text: 'a file has the name of a required folder',
    hint: 'Remove the file named above.',
  },
  {
    signs: ['EINTEGRITY'],
    text: 'the package is not the expected one: its hash differs',
    hint: 'The registry or a proxy changed the package. Do not use it; report it to the maintainers of the registry.',
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
    hint: 'Behind a corporate proxy, configure its certificate: NODE_EXTRA_CA_CERTS, and npm config set cafile <file>',
  },
  {
    signs:
      'ENOTFOUND,EAI_AGAIN,ECONNREFUSED,ECONNRESET,ETIMEDOUT,ENETUNREACH,EHOSTUNREACH,ERR_SOCKET_TIMEOUT,UND_ERR_,ERR_PNPM_META_FETCH_FAIL,ERR_PNPM_FETCH_,error sending request,dns error,Connection refused'.split(
        ',',
      ),
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

/** Finds the cause in the code of a Node error or the output of a program; `undefined` if it is unknown. */
export function findCause(evidence) {
  return CAUSES.find(({ signs }) => signs.some((sign) => evidence.includes(sign)));
}

/** Converts a failure of `activity` to a {@link SetupError} that names the cause. */
export function explain(activity, { error, output = '' }) {
  if (error instanceof SetupError) return error;
  const cause = findCause(`${error?.code ?? ''} ${output}`);
  const details = [output.trim(), error === undefined ? '' : String(error.message)]
    .filter(Boolean)
    .join('\n');
  return new SetupError(`${activity} failed${cause ? `: ${cause.text}` : ''}`, {
    hint: cause?.hint ?? 'See the messages above.',
    details: lastLines(details, 15),
    cause: error,
  });
}

/** Formats an error for stderr. */
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
