/** A shell with a few commands. */
import type { Execution } from './run-program.js';

type Files = Readonly<Record<string, string>>;

type Printed = Pick<Execution, 'stdout' | 'stderr' | 'returnCode'>;

/**
 * Simulates a shell command: `echo TEXT`, `cat FILE`, `ls` or `exit N`. The output can be redirected to a file with `> FILE`
 * or `>> FILE`.
 *
 * @param command - Command line.
 * @param files - Files of the container by path.
 */
export function runShell(command: string, files: Files): Execution {
  const [, plain = command, operator, path] = /^([\s\S]*?)\s*(>>?)\s*([^\s>"']+)$/.exec(command) ?? [];
  const unchanged = { files, written: new Set<string>(), nested: [], isEncrypted: false };
  if (path === undefined) return { ...unchanged, ...run(command, files) };
  const printed = run(plain, files);
  if (printed.returnCode !== 0) return { ...unchanged, ...printed };
  const before = operator === '>>' && Object.hasOwn(files, path) ? files[path] : '';
  return {
    ...unchanged,
    ...printed,
    stdout: '',
    files: { ...files, [path]: `${before ?? ''}${printed.stdout}` },
    written: new Set([path]),
  };
}

function run(command: string, files: Files): Printed {
  const [, name = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(command) ?? [];
  switch (name) {
    case 'echo':
      return success(`${rest.replaceAll(/^(["'])(.*)\1$/g, '$2')}\n`);
    case 'ls':
      return success(
        Object.keys(files)
          .map((path) => `${path}\n`)
          .join(''),
      );
    case 'cat':
      return Object.hasOwn(files, rest)
        ? success(files[rest] ?? '')
        : { stdout: '', stderr: `cat: ${rest}: No such file or directory\n`, returnCode: 1 };
    case 'exit':
      return { ...success(''), returnCode: Number(/^\d{1,3}$/.exec(rest)?.[0] ?? 0) };
    default:
      return { stdout: '', stderr: `${name}: command not found\n`, returnCode: 127 };
  }
}

function success(stdout: string): Printed {
  return { stdout, stderr: '', returnCode: 0 };
}
