import type { Operation } from '@parlance/core-transport';

/** Returns the client of {@link Parlance} that has a method for an operation. */
export function clientOf({
  auth,
  path,
}: Pick<Operation, 'auth' | 'path'>): 'inference' | 'managedAgents' | 'admin' | 'compliance' {
  if (auth === 'admin-key') return 'admin';
  if (auth === 'compliance-key') return 'compliance';
  return /^\/v1\/(messages|models|complete|skills)/.test(path) ? 'inference' : 'managedAgents';
}
