/** Collections of the managed agents records. */
import type {
  Agent,
  Environment,
  EnvironmentWork,
  McpOauth,
  Memory,
  MemoryStore,
  MemoryVersion,
  StaticBearer,
  Vault,
  VaultCredential,
} from '@parlance/schemas';
import { collection, workspaceCollection, type CollectionName } from '../world/store.js';
import type { StoredEvent, StoredResource, WorkspaceFile } from './run/session.js';
import type { StoredSession } from './run/session-state.js';

/** How a stored credential authenticates, without its secrets. */
export type StoredAuth = McpOauth | StaticBearer;

/** A stored credential. Secrets are dropped because the emulator never uses them. */
export interface StoredCredential extends VaultCredential {
  auth: StoredAuth;
  /** Whether the credential was created with a refresh token. False once it is archived. */
  hasRefreshToken: boolean;
}

/** A stored memory store, with every field present. */
export type StoredMemoryStore = MemoryStore & {
  archived_at: string | null;
  description: string;
  metadata: Record<string, string>;
};

/** A stored memory, including its content. */
export type StoredMemory = Memory & { content: string };

/** A stored work item. */
export interface StoredWork extends Omit<EnvironmentWork, 'secret'> {
  /** When a poll last returned it while queued, in milliseconds since the Unix epoch; null if none did. */
  claimedAt: number | null;
  /** When its lease expires, in milliseconds since the Unix epoch; null without one. */
  leaseUntil: number | null;
}

/** Agents at their latest version. */
export const agents: CollectionName<Agent> = workspaceCollection('agents');
/** Agent versions, scoped by agent. The id is the version number. */
export const agentVersions: CollectionName<Agent> = collection('agent_versions');
/** Environments. */
export const environments: CollectionName<Environment> = workspaceCollection('environments');
/** Work items, scoped by environment. */
export const environmentWork: CollectionName<StoredWork> = collection('environment_work');
/** Memory stores. */
export const memoryStores: CollectionName<StoredMemoryStore> = workspaceCollection('memory_stores');
/** Memories, scoped by memory store. */
export const memories: CollectionName<StoredMemory> = collection('memories');
/** Memory versions, scoped by memory store. */
export const memoryVersions: CollectionName<MemoryVersion> = collection('memory_versions');
/** Start of the latest enrollment, in milliseconds since the Unix epoch, by user profile. */
export const enrollments: CollectionName<{ readonly startedAt: number }> = workspaceCollection('enrollments');
/** Vaults. */
export const vaults: CollectionName<Vault> = workspaceCollection('vaults');
/** Credentials, scoped by vault. */
export const credentials: CollectionName<StoredCredential> = collection('vault_credentials');
/** Sessions, including the state of their run. */
export const sessions: CollectionName<StoredSession> = workspaceCollection('sessions');
/** Session resources, scoped by session. A memory store resource has the id of its store. */
export const sessionResources: CollectionName<StoredResource> = collection('session_resources');
/** Session events, scoped by session. */
export const sessionEvents: CollectionName<StoredEvent> = collection('session_events');
/** Files written by a session, scoped by session. The id is the path. */
export const workspaceFiles: CollectionName<WorkspaceFile> = collection('workspace_files');
