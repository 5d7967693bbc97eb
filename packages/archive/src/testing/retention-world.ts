/** An organization whose chats are archived, with a store and a policy that deletes them: emulator, client, archive and store of a test. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ComplianceClient, partitionUsers, type ComplianceClientOptions } from '@parlance/compliance';
import { readDownload } from '@parlance/core-transport';
import { openStore, type Store } from '@parlance/durable';
import type { Chat, ChatMessage } from '@parlance/schemas';
import { createFake, type Fake, type FakeOptions } from '@parlance/testing-fakes';
import { onTestFinished } from 'vitest';
import { createRecord, sha256 } from '../certificates/digest.js';
import { contentPath } from '../certificates/sealed-file.js';
import { openArchive, type Archive } from '../reader/open-archive.js';
import type { ArchiveRecord } from '../records/archive-record.js';
import { attachmentsOf } from '../records/attachments.js';
import { openHolds, type Holds } from '../retention/holds.js';
import type { RetentionPlan } from '../retention/plan-file.js';
import { planRetention, type PlanRetentionOptions } from '../retention/plan-retention.js';
import type { RetentionRule } from '../retention/rules.js';
import { approversOf } from '@parlance/testing/approvers';
import { withSnapshots } from './with-snapshots.js';
import { temporaryFolder, writeArchive, type SampleUnit } from './write-archive.js';

/** Deletes everything: the chats of the demo organization are older. */
export const everything: readonly RetentionRule[] = [{ name: 'everything', keepDays: 1 }];

/** What {@link retentionWorld} creates. */
export interface RetentionWorld {
  readonly fake: Fake;
  readonly compliance: ComplianceClient;
  /** The folder of the archive and of plans. */
  readonly dir: string;
  readonly archive: Archive;
  readonly store: Store;
  readonly holds: Holds;
  /** Address and schema of the store, for other processes. */
  readonly location: { readonly url: string; readonly schema: string };
  /** The archived chats, ordered by id. */
  readonly chats: readonly Chat[];
  /** Makes a plan that deletes everything, unless options say otherwise. */
  plan(options?: Partial<PlanRetentionOptions>): Promise<RetentionPlan>;
  /** Seals another unit, as a later run of the export does, with these activities. */
  grow(activities?: readonly ArchiveRecord[]): Promise<Archive>;
}

/** Options of {@link retentionWorld}. */
export interface RetentionWorldOptions extends FakeOptions {
  /** Whether the client connects over a socket. */
  readonly listen?: boolean;
  readonly client?: ComplianceClientOptions;
  /** Number of chats to archive. Default: 40. */
  readonly limit?: number;
}

/** Archives chats of the demo organization, with their files. */
export async function retentionWorld(options: RetentionWorldOptions = {}): Promise<RetentionWorld> {
  const { client, limit = 40, listen = false, ...rest } = options;
  const fake = createFake({ seed: 'demo', ...rest });
  if (listen) await fake.listen({ port: 0 });
  const compliance = new ComplianceClient({
    baseUrl: fake.url,
    complianceKey: fake.keys.compliance,
    retry: { maxRetries: 0 },
    ...(listen ? {} : { http: fake.http() }),
    ...client,
  });
  const dir = await temporaryFolder();
  const { store, location } = await openStoreIn(dir);
  onTestFinished(async () => {
    await store.close();
    await compliance.close();
    await fake.close();
  });
  const { chats, contents, units: read } = await archiveChats(compliance, limit);
  const units = withSnapshots(read);
  const organizations = await organizationsOf(compliance);
  const sample = { dir: path.join(dir, 'archive'), contents, organizations };
  await writeArchive({ ...sample, units });
  const archive = await openArchive(sample.dir);
  const holds = await openHolds(store, archive);
  return {
    fake,
    compliance,
    dir,
    store,
    holds,
    location,
    archive,
    chats,
    plan: async (more) =>
      planRetention({
        archive: await openArchive(sample.dir),
        rules: everything,
        approvers: approversOf(),
        holds,
        file: path.join(dir, 'plan.ndjson'),
        ...more,
      }),
    grow: async (records = []) => {
      const later = { name: 'activities/2026-04-01T00-00-00-000Z', records };
      await writeArchive({ ...sample, units: [...units, later] });
      return openArchive(sample.dir);
    },
  };
}

async function openStoreIn(dir: string): Promise<Pick<RetentionWorld, 'store' | 'location'>> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const url = process.env['PARLANCE_TEST_POSTGRES'] ?? `sqlite:${path.join(dir, 'store.db')}`;
  return { store: await openStore(url, { schema, maxConnections: 4 }), location: { url, schema } };
}

async function organizationsOf(compliance: ComplianceClient): Promise<readonly string[]> {
  const { data } = await compliance.organizations.list();
  return data.map(({ uuid }) => uuid);
}

async function archiveChats(
  compliance: ComplianceClient,
  limit: number,
): Promise<{
  readonly chats: readonly Chat[];
  readonly contents: Readonly<Record<string, string>>;
  readonly units: readonly SampleUnit[];
}> {
  const users: string[] = [];
  for (const uuid of await organizationsOf(compliance))
    for await (const { id } of compliance.organizations.listUsers(uuid)) users.push(id);
  const chats: Chat[] = [];
  const contents: Record<string, string> = {};
  const units: SampleUnit[] = [];
  for (const [index, user_ids] of partitionUsers(users).entries()) {
    const records: ArchiveRecord[] = [];
    for await (const chat of compliance.chats.list({ user_ids })) {
      if (chats.length >= limit) break;
      chats.push(chat);
      records.push(...(await recordsOf(compliance, chat, contents)));
    }
    units.push({ name: `chats/${String(index + 1).padStart(6, '0')}`, records, users: user_ids });
  }
  return { chats: chats.sort((left, right) => (left.id < right.id ? -1 : 1)), contents, units };
}

async function recordsOf(
  compliance: ComplianceClient,
  chat: Chat,
  contents: Record<string, string>,
): Promise<readonly ArchiveRecord[]> {
  const records: ArchiveRecord[] = [createRecord('chat', chat.id, chat)];
  for await (const message of compliance.chats.messages(chat.id)) {
    records.push(
      createRecord('message', message.id, { ...message, chat_id: chat.id, user_id: chat.user.id }),
    );
    for (const { source, id } of attachmentsOf(message)) {
      const key = `${source} ${id}`;
      const file = await fileOf(compliance, { chat, message, key }, contents);
      if (file !== null) records.push(file);
    }
  }
  return records;
}

async function fileOf(
  compliance: ComplianceClient,
  { chat, message, key }: { readonly chat: Chat; readonly message: ChatMessage; readonly key: string },
  contents: Record<string, string>,
): Promise<ArchiveRecord | null> {
  const [source = '', id = ''] = key.split(' ');
  const about = { chat_id: chat.id, message_id: message.id, user_id: chat.user.id };
  const download =
    source === 'file'
      ? compliance.files.download(id)
      : source === 'generated_file'
        ? compliance.generatedFiles.download(id)
        : compliance.artifacts.download(id);
  const content = Buffer.from(await readDownload(await download)).toString('latin1');
  const digest = sha256(content);
  const file = contentPath(digest);
  contents[file] = content;
  return createRecord('file', id, {
    id,
    source: source as 'file',
    name: null,
    mime_type: null,
    ...about,
    size_bytes: Buffer.byteLength(content),
    sha256: digest,
    path: file,
  });
}
