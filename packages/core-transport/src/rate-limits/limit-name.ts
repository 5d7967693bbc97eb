import type { Operation } from '@parlance/schemas/kit';

/**
 * Returns the name of the limit that a call most likely counts against.
 *
 * The documents do not specify limits. Assumption: messages and completions are limited per model; the Compliance API
 * and the Admin API have one limit each; managed agents have one for creates and one for everything else; other
 * resources have their own.
 */
export function limitName({ id, auth, replay }: Operation, body: unknown): string {
  if (auth === 'compliance-key') return 'compliance';
  if (auth === 'admin-key') return 'admin';
  if (id === 'messages.countTokens') return id;
  const [resource = id] = id.split('.', 1);
  if (replay === 'generate') {
    const model = (body as { readonly model?: unknown } | undefined)?.model;
    return typeof model === 'string' ? `${resource}/${model}` : resource;
  }
  if (OWN_LIMIT.has(resource)) return resource;
  return id.endsWith('.create') ? 'managed-agents/create' : 'managed-agents';
}

const OWN_LIMIT: ReadonlySet<string> = new Set([
  'messages',
  'completions',
  'models',
  'files',
  'skills',
  'environments',
]);
