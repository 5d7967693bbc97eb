/** Runs `parlance-fakes verify` in this process. */
import { expect } from 'vitest';
import { main } from '../../command/main.js';
import type { Terminal } from '../../command/terminal.js';
import { createFake } from '../../fake/create-fake.js';
import type { FakeOptions } from '../../fake/fake-options.js';
import type { Fake } from '../../fake/fake.js';

/** Arguments that allow writes in a workspace with the marker. */
export const MARKER: readonly string[] = ['--allow-writes', '--workspace-marker', 'Tests only', '--yes'];

/** What a run printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command with the keys of an emulator. */
export async function run(argv: readonly string[], more: Partial<Terminal> = {}): Promise<Ran> {
  let [out, err] = ['', ''];
  const code = await main(['verify', ...argv], {
    version: '1.2.3',
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    onSignal: () => {},
    environment: {
      PARLANCE_API_KEY: 'api-default',
      PARLANCE_ADMIN_KEY: 'admin-default',
      PARLANCE_COMPLIANCE_KEY: 'compliance-default',
    },
    ...more,
  });
  return { code, out, err };
}

/** Serves an emulator in the role of a deployment. */
export async function deploy(
  options: FakeOptions = {},
): Promise<{ readonly fake: Fake; readonly url: string }> {
  const fake = createFake({ randomSeed: 9, clock: { mode: 'running' }, ...options });
  const { url } = await fake.listen();
  return { fake, url };
}

/** Creates the vault that marks a workspace. */
export async function mark(url: string, header = 'vendor'): Promise<void> {
  const { status } = await fetch(`${url}/v1/vaults`, {
    method: 'POST',
    headers: {
      'x-api-key': 'api-default',
      [`${header}-version`]: '2023-06-01',
      [`${header}-beta`]: 'managed-agents-2026-04-01',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ display_name: 'Tests only' }),
  });
  expect(status).toBe(200);
}
