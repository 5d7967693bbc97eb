/** An organization that changes while it is exported: an emulator in a process of its own. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { ComplianceClient } from '@parlance/compliance';
import type { ScenarioRecords } from '@parlance/testing-fakes';
import { onTestFinished } from 'vitest';
import { Changes, type DeletedChat } from './changes.js';
import { bundleProgram, startProgram } from './start-program.js';

/** What {@link changingOrganization} starts. */
export interface ChangingOrganization {
  readonly baseUrl: string;
  readonly complianceKey: string;
  /** How far its clock is ahead of that of this machine, in milliseconds. */
  readonly aheadMs: number;
  readonly client: ComplianceClient;
  /** Ids of people who have left. Their chats remain. */
  readonly formerUsers: ReadonlySet<string>;
  /** Chats that were deleted, by id. */
  readonly deletedChats: ReadonlyMap<string, DeletedChat>;
  /** How often something happened, by kind of change. */
  readonly counts: Readonly<Record<string, number>>;
  /** Ends the changes, once the activities that are late have arrived. */
  stop(): Promise<void>;
}

/** What the emulator prints. */
interface Started {
  readonly baseUrl: string;
  readonly complianceKey: string;
  readonly aheadMs: number;
}

/** The history of the organization ends the day before. Windows of history end at midnight; the first run is later. */
const EMULATOR = `
  import { createFake } from '@parlance/testing-fakes';
  const demo = { users: 60, chats: 400, activities: 1000 };
  const fake = createFake({ seed: 'demo', demo, clock: { mode: 'running', start: Date.UTC(2026, 5, 2, 0, 1) } });
  const { url: baseUrl } = await fake.listen();
  const aheadMs = fake.world().clock.now() - Date.now();
  console.log(JSON.stringify({ baseUrl, complianceKey: fake.keys.compliance, aheadMs }));
`;

/** Starts the emulator. From now on people join and leave; chats are created, edited and deleted; activities arrive late and twice. */
export async function changingOrganization(random: () => number): Promise<ChangingOrganization> {
  const child = startProgram(await bundleProgram(EMULATOR));
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await Promise.race([once(linesOf(child), 'line'), exited(child)])) as [string];
  const { baseUrl, complianceKey, aheadMs } = JSON.parse(line) as Started;
  const client = new ComplianceClient({ baseUrl, complianceKey });
  onTestFinished(() => client.close());
  const changes = new Changes({ random, aheadMs, members: await usersOf(client) });
  const stop = new AbortController();
  const running = change(changes, { baseUrl, random, signal: stop.signal });
  // The test fails when it stops the changes.
  running.catch(() => {});
  onTestFinished(() => stop.abort());
  return {
    baseUrl,
    complianceKey,
    aheadMs,
    client,
    formerUsers: changes.formerUsers,
    deletedChats: changes.deletedChats,
    counts: changes.counts,
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}

function linesOf({ stdout }: ChildProcess): Interface {
  if (stdout === null) throw new Error('The emulator has no output.');
  return createInterface({ input: stdout });
}

async function exited(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`The emulator exited with ${code}.`);
}

async function usersOf(client: ComplianceClient): Promise<ReadonlyMap<string, string>> {
  const users = new Map<string, string>();
  for await (const { uuid } of client.organizations.list())
    for await (const { id, email } of client.organizations.listUsers(uuid)) users.set(id, email);
  return users;
}

interface Changing {
  readonly baseUrl: string;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

async function change(changes: Changes, { baseUrl, random, signal }: Changing): Promise<void> {
  const apply = async (records: ScenarioRecords): Promise<void> => {
    const body = JSON.stringify({ records });
    const response = await fetch(`${baseUrl}/_fake/worlds/default/scenario`, { method: 'POST', body });
    if (!response.ok) throw new Error(await response.text());
  };
  while (!signal.aborted) {
    await apply(changes.next());
    await delay(random() * 150);
  }
  await apply(changes.rest());
}
