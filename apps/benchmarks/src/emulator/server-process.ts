/** Entry point of a process that runs the emulator or a bare server, and reports its CPU time on request. */
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { createFake } from '@parlance/testing-fakes';
import { startHttpServer } from '@parlance/testing/http-server';

/** Cost of a server process so far. */
export interface ServerCost {
  readonly cpuMicros: number;
}

/** First message of a server process. */
export interface Listening {
  readonly url: string;
}

/** Message to a bare server before it starts, with the responses to send. */
export interface Prepared {
  readonly reply: object;
  readonly events: readonly string[];
}

process.on('disconnect', () => process.exit());
if (process.argv[2] === 'bare') {
  process.once('message', ({ reply, events }: Prepared) => {
    void startBareServer(reply, events).then((url) => serve({ url }));
  });
} else {
  serve({ url: (await createFake().listen({ port: 0 })).url });
}

function serve(listening: Listening): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicros: user + system } satisfies ServerCost);
  });
  process.send?.(listening);
}

/** Starts the baseline, which validates nothing. Stream requests receive `events`, one write each; all others receive `reply`. */
async function startBareServer(reply: object, events: readonly string[]): Promise<string> {
  const respond: RequestListener = async (request, response) => {
    const sent = await text(request);
    const body = sent === '' ? {} : (JSON.parse(sent) as { stream?: boolean });
    if (body.stream === true) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events) response.write(event);
      response.end();
      return;
    }
    const bytes = JSON.stringify(reply);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(bytes),
    });
    response.end(bytes);
  };
  return (await startHttpServer((request, response) => void respond(request, response))).url;
}
