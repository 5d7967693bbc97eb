/** Checks of the keys: what each of them may read. */
import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import type { CallOptions, ClientOptions, Credential, RateLimits } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import type { KeyKind } from '../config/keys.js';

/** One request that shows whether a key may read something. */
export interface Probe {
  /** Name of the check. */
  readonly name: string;
  /** What it reads, for people. */
  readonly reads: string;
  /** Scope of the key that the request requires; undefined if the documents name none. */
  readonly scope?: string | undefined;
  /** Sends the request. Resolves to the reason if there is nothing to read. */
  run(options: CallOptions): Promise<string | undefined>;
}

/** The probes of one key, and its client. */
export interface SliceProbes extends AsyncDisposable {
  readonly probes: readonly Probe[];
  /** Rate limits from the responses. */
  readonly limits: () => RateLimits;
}

type CreateProbes = (credential: Credential, options: ClientOptions) => SliceProbes;

/** The probes of each kind of key. All of them only read. */
export const PROBES: Readonly<Record<KeyKind, CreateProbes>> = {
  api: apiProbes,
  admin: adminProbes,
  compliance: complianceProbes,
};

function apiProbes(apiKey: Credential, options: ClientOptions): SliceProbes {
  const inference = new InferenceClient({ ...options, apiKey });
  const agents = new ManagedAgentsClient({ ...options, apiKey });
  return {
    limits: () => inference.limits,
    probes: [
      probe('api.models', 'models', async (call) => inference.models.list({ limit: 1 }, call)),
      probe('api.agents', 'agents', async (call) => agents.agents.list({ limit: 1 }, call)),
    ],
    [Symbol.asyncDispose]: async () => {
      await inference.close();
      await agents.close();
    },
  };
}

function adminProbes(adminKey: Credential, options: ClientOptions): SliceProbes {
  const admin = new AdminClient({ ...options, adminKey });
  return {
    limits: () => admin.limits,
    probes: [
      probe('admin.organization', 'the organization', async (call) => admin.organization.retrieve(call)),
      probe('admin.users', 'users', async (call) => admin.users.list({ limit: 1 }, call)),
    ],
    [Symbol.asyncDispose]: () => admin.close(),
  };
}

function complianceProbes(complianceKey: Credential, options: ClientOptions): SliceProbes {
  const compliance = new ComplianceClient({ ...options, complianceKey });
  let user: string | undefined;
  const readUser = async (call: CallOptions): Promise<string | undefined> => {
    const [organization] = (await compliance.organizations.list({}, call)).data;
    if (organization === undefined) return 'the key can read no organization';
    const [first] = (await compliance.organizations.listUsers(organization.uuid, { limit: 1 }, call)).data;
    user = first?.id;
    return undefined;
  };
  const readChat = async (call: CallOptions): Promise<string | undefined> => {
    if (user === undefined) return 'not checked, because no user could be read';
    await compliance.chats.list({ user_ids: [user], limit: 1 }, call);
    return undefined;
  };
  return {
    limits: () => compliance.limits,
    probes: [
      {
        ...probe('compliance.activities', 'activities', async (call) =>
          compliance.activities.list({ limit: 1 }, call),
        ),
        scope: 'read:compliance_activities',
      },
      {
        name: 'compliance.directory',
        reads: 'organizations and users',
        scope: 'read:compliance_org_data',
        run: readUser,
      },
      { name: 'compliance.chats', reads: 'chats', scope: 'read:compliance_user_data', run: readChat },
    ],
    [Symbol.asyncDispose]: () => compliance.close(),
  };
}

function probe(name: string, reads: string, send: (options: CallOptions) => Promise<unknown>): Probe {
  return {
    name,
    reads,
    run: async (options) => {
      await send(options);
      return undefined;
    },
  };
}
