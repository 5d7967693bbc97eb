/** The records of managed agents, by kind. */
import type {
  Agent,
  Environment,
  FileMetadata,
  McpOauth,
  Memory,
  MemoryStore,
  MemoryVersion,
  StaticBearer,
  UserProfile,
  Vault,
  VaultCredential,
} from '@parlance/schemas';
import { collection, type CollectionName } from '../world/store.js';
import type { StoredEvent, StoredResource, StoredSession, WorkspaceFile } from './run/session-state.js';

/** What a credential authenticates for. */
export type StoredAuth = McpOauth | StaticBearer;

/** A credential as it is stored: without its secrets, which nothing here would ever use. */
export interface StoredCredential extends VaultCredential {
  auth: StoredAuth;
  /** Whether a refresh token was given; false once the credential is archived. */
  hasRefreshToken: boolean;
}

/** A memory store as it is stored: with every field. */
export type StoredMemoryStore = MemoryStore & {
  archived_at: string | null;
  description: string;
  metadata: Record<string, string>;
};

/** A memory as it is stored: with its content. */
export type StoredMemory = Memory & { content: string };

/** The bytes of a file. */
export interface FileContent {
  /** The bytes in base64. */
  readonly base64: string;
}

/** Agents, at their latest version. */
export const agents: CollectionName<Agent> = collection('agents');
/** Versions of agents, by agent; the id is the version. */
export const agentVersions: CollectionName<Agent> = collection('agent_versions');
/** Environments. */
export const environments: CollectionName<Environment> = collection('environments');
/** Files, without their bytes. */
export const files: CollectionName<FileMetadata> = collection('files');
/** Bytes of files. */
export const fileContents: CollectionName<FileContent> = collection('file_contents');
/** Memory stores. */
export const memoryStores: CollectionName<StoredMemoryStore> = collection('memory_stores');
/** Memories, by store. */
export const memories: CollectionName<StoredMemory> = collection('memories');
/** Versions of memories, by store. */
export const memoryVersions: CollectionName<MemoryVersion> = collection('memory_versions');
/** User profiles. */
export const userProfiles: CollectionName<UserProfile> = collection('user_profiles');
/** Vaults. */
export const vaults: CollectionName<Vault> = collection('vaults');
/** Credentials, by vault. */
export const credentials: CollectionName<StoredCredential> = collection('vault_credentials');
/** Sessions, with the state of their run. */
export const sessions: CollectionName<StoredSession> = collection('sessions');
/** Resources of a session, by session; that of a memory store has the store's id. */
export const sessionResources: CollectionName<StoredResource> = collection('session_resources');
/** Events of a session, by session. */
export const sessionEvents: CollectionName<StoredEvent> = collection('session_events');
/** Files that a session wrote, by session; the id is the path. */
export const workspaceFiles: CollectionName<WorkspaceFile> = collection('workspace_files');
