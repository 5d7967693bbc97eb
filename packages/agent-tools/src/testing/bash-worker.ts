// cspell:ignore nohup
/** A process that starts commands with the bash tool, and ends in a way that its argument names; for tests. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bashTool } from '../index.js';

const [folder = '', ending = ''] = process.argv.slice(2);
const tool = bashTool({ folder });
const context = { toolUseId: 'toolu_1', signal: new AbortController().signal };

const STARTED = [
  'sleep 600 & echo $!',
  // Each of the next two leaves the process group of the shell.
  'set -m; sleep 601 & echo $!; set +m',
  'setsid bash -c \'echo "$$" >pid; exec sleep 602\' & until [ -s pid ]; do sleep 0.01; done; cat pid',
  'nohup sleep 603 >/dev/null & echo $!',
];
for (const command of STARTED) process.stdout.write(String(await tool.call({ command }, context)));
// One more command runs when the process ends.
const running = tool.call({ command: 'touch running; sleep 604' }, context);
while (!existsSync(join(folder, 'running'))) await setTimeout(20);
process.stdout.write('started\n');

if (ending === 'close') {
  await tool.close();
  await Promise.allSettled([running]);
}
if (ending === 'exit') process.exit(0);
if (ending === 'throw') throw new Error('thrown');
