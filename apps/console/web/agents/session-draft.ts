import type { CheckoutParams, MemoryAccess, SessionResourceParams } from '@parlance/schemas';
import type { NewSession } from '../../server/sessions.js';

/** A memory store to attach to the session. */
export interface StoreDraft {
  readonly id: string;
  readonly access: MemoryAccess;
  readonly instructions: string;
}

/** A repository to clone into the session. Its token stays in the form's own field. */
export interface RepositoryDraft {
  /** Identifies the form fields of the repository. */
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
  /** An empty string means the first environment. */
  readonly environmentId: string;
  readonly vaultIds: readonly string[];
  readonly stores: readonly StoreDraft[];
  readonly repositories: readonly RepositoryDraft[];
  readonly files: readonly File[];
}

/** Returns the path at which a session sees an uploaded file. */
export function placeOf(name: string): string {
  return `/mnt/session/uploads/${name}`;
}

/** Converts a draft to parameters, except for its files and repositories. */
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

/** Converts a repository and its token to parameters. */
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
