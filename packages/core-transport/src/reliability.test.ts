import { expect, test } from 'vitest';
import { callFaults } from './testing/call-faults.js';
import type { Fault } from './testing/fault-table.js';
import { streamFaults } from './testing/stream-faults.js';

const INTRODUCTION = `# Reliability

What happens when the network or the service misbehaves: what this client promises, the fault that tests the promise,
what the client makes of it, and what plain \`fetch\` makes of it (with \`response.json()\`, or with a loop over the body
that collects the text of a stream). _Waits_: nothing has come of it when the test looks; in Node \`fetch\` gives up after
300 seconds without a byte, and not at all while pings come.

Each row is a test. A server on a raw socket stages the fault (\`packages/core-transport/src/testing\`); the client's
column is held by \`faults.test.ts\` for JSON calls, and by \`message-stream.faults.test.ts\` of \`packages/inference\` for
streams, there on every way of consuming one: raw loop, \`drain\`, \`finalMessage\`, \`finalText\`, \`textStream\`, listeners,
\`tee\`, \`toReadableStream\`. The column of \`fetch\` is held too. This file is written from the same table by
\`npx vitest run packages/core-transport/src/reliability.test.ts -u\`; a test compares it.

`;

function table(title: string, faults: readonly Fault[]): string {
  const rows = faults.map(({ promise, fault, kind, ours, requests, fetch }) => {
    const sends = requests === 1 ? 'one request' : `${requests} requests`;
    const what = kind === 'create' ? ' (a create)' : '';
    const result = ours === 'succeeds' ? 'succeeds' : `throws \`${ours.split(' ').join('` `')}\``;
    return `| ${promise} | ${fault}${what} | ${result}, ${sends} | ${fetch} |\n`;
  });
  return `## ${title}\n\n| Promise | Fault | This client | Plain \`fetch\` |\n|---|---|---|---|\n${rows.join('')}`;
}

test('docs/reliability.md says what the tests hold', async () => {
  const text = `${INTRODUCTION}${table('JSON calls', callFaults)}\n${table('Message streams', streamFaults)}`;
  await expect(text).toMatchFileSnapshot('../../../docs/reliability.md');
});
