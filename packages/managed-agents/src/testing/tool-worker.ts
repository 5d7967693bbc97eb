/**
 * A worker that runs a session with one custom tool. The tool has an effect and then, unless told to finish, never
 * returns. It is a program of its own, so that a test can kill it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { ManagedAgentsClient } from '../managed-agents-client.js';
import type { LedgerEntry, ToolLedger } from '../tool-ledger.js';

const [baseUrl = '', apiKey = '', sessionId = '', folder = '', mode = ''] = process.argv.slice(2);

/** A ledger of JSON lines, one for each step of a call. */
function fileLedger(path: string): ToolLedger {
  const entries = new Map<string, LedgerEntry>();
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  for (const line of lines) {
    const { callId, ...entry } = JSON.parse(line) as LedgerEntry & { callId: string };
    entries.set(callId, entry as LedgerEntry);
  }
  const write = (callId: string, entry: LedgerEntry): void => {
    entries.set(callId, entry);
    appendFileSync(path, `${JSON.stringify({ callId, ...entry })}\n`, { flush: true });
  };
  return {
    begin(callId) {
      const known = entries.get(callId);
      if (known === undefined) write(callId, { state: 'started' });
      return known;
    },
    finish: (callId, result) => write(callId, { state: 'finished', result }),
  };
}

const client = new ManagedAgentsClient({ baseUrl, apiKey });
const result = await client.sessions.run(sessionId, {
  ledger: fileLedger(`${folder}/ledger.jsonl`),
  tools: [
    {
      definition: { name: 'charge' },
      async call() {
        appendFileSync(`${folder}/effects.txt`, 'charged\n', { flush: true });
        process.stdout.write('in the tool\n');
        if (mode === 'hang') await new Promise((resolve) => setInterval(resolve, 2 ** 30));
        return 'charged';
      },
    },
  ],
});
process.stdout.write(`${result.reason}: ${result.text}\n`);
await client.close();
