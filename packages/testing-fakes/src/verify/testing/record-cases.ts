/** Runs the rule cases with the recorder: `node record-cases.ts FOLDER`. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
process.env['PARLANCE_RECORD_CASES'] = process.argv[2] ?? '';
process.chdir(root);
const files = execFileSync('git', ['grep', '-l', 'verifies(', '--', 'packages/*/src/**.test.ts'], {
  encoding: 'utf8',
});
const vitest = await startVitest('test', files.trim().split('\n'), {
  root,
  watch: false,
  reporters: ['dot'],
  setupFiles: [fileURLToPath(new URL('record-cases.setup.ts', import.meta.url))],
});
await vitest.close();
