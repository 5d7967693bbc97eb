/** Runs the command `parlance` with a configuration in TypeScript: the emulator, and `doctor` against it. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const command = path.resolve('node_modules/.bin/parlance');
// Outside the project: the configuration imports the package that is next to the command.
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-command-'));
const server = spawn(process.execPath, [command, 'fakes', 'serve', '--seed', 'demo'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [line] = await once(createInterface(server.stdout), 'line');
  const { url, keys } = JSON.parse(line);
  const baseUrl = JSON.stringify(url);
  const config = `import { defineConfig, type ParlanceConfig } from '@parlance/cli';
export default defineConfig({ baseUrl: ${baseUrl} } satisfies ParlanceConfig);`;
  writeFileSync(path.join(folder, 'parlance.config.ts'), config);
  const env = { ...process.env, PARLANCE_COMPLIANCE_KEY: keys.compliance };
  const options = { cwd: folder, env };
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'doctor', '--json'], options);
  const found = stdout
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text));
  assert.equal(found.find(({ name }) => name === 'compliance.chats').status, 'ok');
  assert.equal(found.at(-1).failed, 0);
  console.log('works');
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}
