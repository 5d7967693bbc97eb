/**
 * Runs the programs of the READMEs and guides, named as arguments, each in its own process, against the emulator's
 * command. Runs tests with the test runner of Node. Compares what the programs print with `readme/outputs.json`.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const outputs = JSON.parse(readFileSync('readme/outputs.json', 'utf8'));
const command = 'node_modules/@parlance/testing-fakes/dist/cli.js';
const server = spawn(process.execPath, [command, 'serve', '--port', '0', '--seed', 'demo'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [line] = await once(createInterface(server.stdout), 'line');
  const { url } = JSON.parse(line);
  // The programs write to the current folder, and several versions of Node.js run them at the same time.
  const cwd = mkdtempSync('programs-');
  const problems = [];
  for (const [index, program] of process.argv.slice(2).entries()) {
    // Each has a world of its own, so that it prints what a reader of the page sees.
    const env = {
      ...process.env,
      PARLANCE_BASE_URL: url,
      PARLANCE_API_KEY: `api-program-${index}`,
      PARLANCE_COMPLIANCE_KEY: `compliance-program-${index}`,
      PARLANCE_ADMIN_KEY: `admin-program-${index}`,
    };
    const flags = program.endsWith('.test.mjs') ? ['--test'] : [];
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, path.resolve(program)], {
      env,
      cwd,
    });
    const expected = outputs[path.basename(program)];
    if (expected !== undefined && !new RegExp(expected).test(stdout.trim()))
      problems.push(`${program} printed\n${stdout}\nwhich does not match\n${expected}`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n\n'));
  console.log('works');
} finally {
  server.kill();
}
