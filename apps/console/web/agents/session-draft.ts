import type {
  CheckoutParams,
  MemoryAccess,
  SessionCreateParams,
  SessionResourceParams,
} from '@parlance/schemas';

/** Parameters of a new session. Without an environment, the first one is used. */
export type NewSession = Omit<SessionCreateParams, 'environment_id'> & {
  environment_id?: string | undefined;
};

/** A memory store to attach to the session. */
export interface StoreDraft {
  readonly memory_store_id: string;
  readonly access: MemoryAccess;
  readonly instructions: string | null;
}

/** A repository to clone into the session. */
export interface RepositoryDraft {
  readonly url: string;
  readonly authorization_token: string;
  /** Branch or commit. An empty type means the default branch. */
  readonly checkout: {
    readonly type: '' | CheckoutParams['type'];
    readonly name: string;
    readonly sha: string;
  };
  readonly mount_path: string | null;
}

/** A session in the form, without its files. Fields are named like those of the params. */
export interface SessionDraft {
  readonly agent: string;
  readonly title: string | null;
  /** An empty string means the first environment. */
  readonly environment_id: string;
  readonly vault_ids: readonly string[];
  /** The repositories, which are also the first resources of the params. */
  readonly resources: readonly RepositoryDraft[];
  readonly stores: readonly StoreDraft[];
}

/** Returns the path at which a session sees an uploaded file. */
export function placeOf(name: string): string {
  return `/mnt/session/uploads/${name}`;
}

/** Converts a draft to parameters. */
export function paramsOf({
  environment_id,
  vault_ids,
  resources,
  stores,
  ...draft
}: SessionDraft): NewSession {
  return {
    ...draft,
    ...(environment_id === '' ? {} : { environment_id }),
    vault_ids: [...vault_ids],
    resources: [
      ...resources.map(repositoryOf),
      ...stores.map((store) => ({ type: 'memory_store' as const, ...store })),
    ],
  };
}

function repositoryOf({ checkout, ...repository }: RepositoryDraft): SessionResourceParams {
  const { type, name, sha } = checkout;
  return {
    type: 'githost_repository',
    ...repository,
    checkout: type === '' ? null : type === 'branch' ? { type, name } : { type, sha },
  };
}
