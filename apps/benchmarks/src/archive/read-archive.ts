/** Reads `archive` in the current folder once: every line, or with the argument `reader` every conversation. */
import { createReadStream, globSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openArchive } from '@parlance/archive';

let records = 0;
if (process.argv[2] === 'reader') {
  const archive = await openArchive('archive');
  for await (const { messages } of archive.conversations()) records += 1 + (messages?.length ?? 0);
  for await (const { id } of archive.activities()) if (id !== '') records += 1;
} else for (const file of globSync('archive/segments/**/*.ndjson')) await readLines(file);
console.log(records);

async function readLines(file: string): Promise<void> {
  for await (const line of createInterface(createReadStream(file)))
    if (line.trim() !== '' && JSON.parse(line) !== null) records += 1;
}
