/** Entry point of a process that runs the emulator or a bare server, and reports its CPU time on request. */
import { createFake } from '@parlance/testing-fakes';
import { startBareServer } from './bare-server.ts';

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
