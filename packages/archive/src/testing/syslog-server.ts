/** A receiver of syslog messages over TLS (RFC 5425), for tests. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { certificate, certificateKey } from '@parlance/testing/certificate';
import { onTestFinished } from 'vitest';

/** A receiver, on this machine. */
export interface SyslogServer {
  readonly port: number;
  /** The messages of connections that were closed, in the order of their arrival. */
  readonly messages: string[];
  /** Called with each connection. Returns true if it handles it. */
  onConnection: (socket: TLSSocket) => boolean;
  /** Whether a connection is reset before anything is read, by its number from 0. */
  resets: (index: number) => boolean;
}

/** Starts a receiver, which ends with the test. */
export async function startSyslog(): Promise<SyslogServer> {
  const sockets = new Set<TLSSocket>();
  let count = 0;
  const server = createServer({ cert: certificate, key: certificateKey }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (syslog.onConnection(socket)) return;
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => syslog.messages.push(...messagesIn(Buffer.concat(chunks))));
  });
  server.on('connection', (socket: Socket) => {
    if (syslog.resets(count++)) socket.resetAndDestroy();
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const syslog: SyslogServer = { port, messages: [], onConnection: () => false, resets: () => false };
  return syslog;
}

/** Reads frames: the length in bytes, a space, and the message. */
function messagesIn(data: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < data.length;) {
    const space = data.indexOf(' ', at);
    const length = Number(data.toString('latin1', at, space));
    messages.push(data.toString('utf8', space + 1, space + 1 + length));
    at = space + 1 + length;
  }
  return messages;
}
