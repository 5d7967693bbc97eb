import type { CheckoutParams, MemoryAccess, SessionResourceParams } from '@parlance/schemas';
import type { NewSession } from '../../server/sessions.js';

/** A memory store that the session is given. */
export interface StoreDraft {
  readonly id: string;
  readonly access: MemoryAccess;
  readonly instructions: string;
}

/** A repository that the session is given; its token stays in the form's own field. */
export interface RepositoryDraft {
  /** Tells the fields of one repository from those of another. */
  readonly key: number;
  readonly url: string;
  readonly checkout: '' | CheckoutParams['type'];
  /** Name of the branch, or SHA of the commit. */
  readonly ref: string;
  readonly place: string;
}

/** A session in the form. */
export interface SessionDraft {
  readonly agentId: string;
  readonly title: string;
  /** Empty for the first there is. */
  readonly environmentId: string;
  readonly vaultIds: readonly string[];
  readonly stores: readonly StoreDraft[];
  readonly repositories: readonly RepositoryDraft[];
  readonly files: readonly File[];
}

/** Where a session finds a file that was uploaded. */
export function placeOf(name: string): string {
  return `/mnt/session/uploads/${name}`;
}

/** What the draft stands for, apart from its files and the tokens of its repositories. */
export function paramsOf(draft: SessionDraft): NewSession {
  const { agentId, title, environmentId, vaultIds, stores } = draft;
  return {
    agent: agentId,
    title: title || null,
    ...(environmentId === '' ? {} : { environment_id: environmentId }),
    vault_ids: [...vaultIds],
    resources: stores.map(({ id, access, instructions }) => ({
      type: 'memory_store',
      memory_store_id: id,
      access,
      instructions: instructions || null,
    })),
  };
}

/** A repository, with its token. */
export function repositoryParams(draft: RepositoryDraft, token: string): SessionResourceParams {
  const { url, checkout, ref, place } = draft;
  return {
    type: 'githost_repository',
    url,
    authorization_token: token,
    checkout:
      checkout === ''
        ? null
        : checkout === 'branch'
          ? { type: checkout, name: ref }
          : { type: checkout, sha: ref },
    mount_path: place || null,
  };
}
