/** An organization to export: emulator, client, store and sink of a test. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { ComplianceClient, type ComplianceClientOptions } from '@parlance/compliance';
import { localRunner, openStore, pgBossRunner, type Runner, type Store } from '@parlance/durable';
import { createFake, type Fake, type FakeOptions } from '@parlance/testing-fakes';
import { onTestFinished } from 'vitest';
import { DefinedExport } from '../export/define-export.js';
import { checkDefinition } from '../export/definition/export-definition.js';
import type { ExportEvent } from '../export/state/export-events.js';
import type { ExportOptions } from '../export/definition/export-options.js';
import type { StartExportOptions } from '../export/running/export-run.js';
import type { ExportStatus } from '../export/state/export-status.js';
import type { Certificate } from '../certificates/certificate.js';
import { MemorySink } from './memory-sink.js';

/** The organization of the tests is complete by this time. */
export const START: number = Date.UTC(2026, 5, 2);

/** Schema of the tables of each store. */
const SCHEMAS: WeakMap<Store, string> = new WeakMap();

/** What {@link exportWorld} creates. */
export interface ExportWorld {
  readonly fake: Fake;
  /** Address and schema of the store, for other processes. */
  readonly location: { readonly url: string; readonly schema: string };
  readonly sink: MemorySink;
  /** The certificates that were published, in order. */
  readonly certificates: readonly Certificate[];
  /** Creates a client. */
  client(options?: Partial<ComplianceClientOptions>): ComplianceClient;
  /** Opens the store of the export once more, like another process. */
  openStore(): Promise<Store>;
  /** Defines the export; waits of a second to a minute pass at once. */
  define(options?: Partial<ExportOptions>): DefinedExport;
  /** The events of the last run. */
  readonly events: readonly ExportEvent[];
  /** Runs the export once, like a process that starts and ends. `watch` sees each event when it is emitted. */
  run(
    options?: Partial<ExportOptions>,
    client?: ComplianceClient,
    watch?: (event: ExportEvent) => void,
    start?: Partial<StartExportOptions>,
  ): Promise<ExportStatus>;
}

/** Creates an organization with history, whose clock a test moves. */
export function exportWorld(options: FakeOptions = {}): ExportWorld {
  const fake = createFake({ seed: 'demo', clock: { mode: 'manual', start: START }, ...options });
  onTestFinished(() => fake.close());
  const sink = new MemorySink();
  const url = process.env['PARLANCE_TEST_POSTGRES'] ?? `sqlite:${path.join(testFolder(), 'store.db')}`;
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const certificates: Certificate[] = [];
  const events: ExportEvent[] = [];
  const world: ExportWorld = {
    fake,
    location: { url, schema },
    sink,
    certificates,
    events,
    client: (more) => {
      const client = new ComplianceClient({
        baseUrl: fake.url,
        complianceKey: fake.keys.compliance,
        http: fake.http(),
        retry: { maxRetries: 0 },
        ...more,
      });
      onTestFinished(() => client.close());
      return client;
    },
    openStore: async () => {
      const store = await openStore(url, { schema, maxConnections: 4 });
      SCHEMAS.set(store, schema);
      onTestFinished(() => store.close());
      return store;
    },
    define: (more) => {
      const all = { sources: [], sinks: [sink], ...more };
      return new DefinedExport(checkDefinition(all), { wait: waitNoTime, pollMs: 100 });
    },
    run: async (more, client = world.client(), watch = () => {}, start = {}) => {
      const store = await world.openStore();
      await using runner = await testRunner(store, 4);
      const run = await world.define(more).start({ compliance: client, store, runner, ...start });
      events.length = 0;
      for await (const event of run.events()) {
        events.push(event);
        watch(event);
        if (event.type === 'sealed') certificates.push(event.certificate);
      }
      return await run.done;
    },
  };
  return world;
}

/** Creates a runner for a store: of pg-boss with PostgreSQL. */
export async function testRunner(store: Store, concurrency = 2): Promise<Runner> {
  const options = { store, concurrency, pollIntervalMs: 20 };
  if (store.kind === 'sqlite') return localRunner(options);
  const schema = SCHEMAS.get(store) ?? 'pgboss';
  return pgBossRunner({ ...options, schema: `${schema}_boss` });
}

/** Creates a folder that is deleted at the end of the test. */
export function testFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function waitNoTime(_ms: number, signal: AbortSignal): Promise<void> {
  await turn();
  signal.throwIfAborted();
}
