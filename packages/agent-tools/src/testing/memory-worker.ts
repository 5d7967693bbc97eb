/** A process that edits a memory until it is killed, or has made a number of edits; for tests. */
import { directoryMemory, memoryTool } from '../index.js';

const [folder = '', name = '', count = 'Infinity'] = process.argv.slice(2);
const tool = memoryTool({ backend: directoryMemory(folder) });
const context = { toolUseId: 'toolu_1', signal: new AbortController().signal };

for (let edit = 0; edit < Number(count);) {
  const call = { command: 'insert', path: '/memories/a', insert_line: 0, insert_text: `${name} ${edit}` };
  try {
    await tool.call(call, context);
    edit += 1;
    process.stdout.write(`${call.insert_text}\n`);
  } catch (error) {
    // The edit of another process came first: the model reads the file again.
    if (!String(error).includes('changed at the same time')) throw error;
  }
}
