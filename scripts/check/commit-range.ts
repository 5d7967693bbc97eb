import { spawnSync } from 'node:child_process';

/**
 * Finds the commit after which messages are checked.
 *
 * @param folder - A checkout.
 * @param base - The last commit that is exempt.
 * @returns `base`; in a shallow clone that ends after it, the oldest commit; undefined without a repository.
 * @throws Error when the history is complete but does not contain `base`.
 */
export function firstUnchecked(folder: string, base: string): string | undefined {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  const shallow = git('rev-parse', '--is-shallow-repository');
  if (shallow.status !== 0) return undefined;
  if (git('merge-base', '--is-ancestor', base, 'HEAD').status === 0) return base;
  if (shallow.stdout.trim() !== 'true') throw new Error(`${base} is not part of the history of HEAD`);
  return git('rev-list', '--max-parents=0', 'HEAD').stdout.trim().split('\n').at(-1);
}
