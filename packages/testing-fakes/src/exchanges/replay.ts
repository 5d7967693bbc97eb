/** Replays recorded exchanges. */
import type { BodyStream, FakeResponse } from '../engine/message.js';
import { ConnectionCut } from '../faults/connection-cut.js';
import type { Exchange, RecordedEvent, RecordedResponse } from './exchange.js';

/** Returns the response of an exchange. */
export function replay({ response }: Pick<Exchange, 'response'>, requestId: string): FakeResponse {
  const { status, headers, events, cut } = response;
  const type = events === undefined ? 'application/json' : 'text/event-stream; charset=utf-8';
  const sent = { 'content-type': type, 'request-id': requestId, ...headers };
  const isStream = events !== undefined || cut === true;
  const pieces = events === undefined ? [bodyOf(response)] : events.map(frameOf);
  return { status, headers: sent, body: isStream ? streamOf(pieces, cut === true) : (pieces[0] ?? '') };
}

function bodyOf({ json, lines, text, base64, bytes }: RecordedResponse): string | Uint8Array {
  if (json !== undefined) return JSON.stringify(json);
  if (lines !== undefined) return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  if (bytes !== undefined) return Buffer.alloc(bytes);
  return text ?? '';
}

function frameOf({ event, json, text = '' }: RecordedEvent): string {
  const data = json === undefined ? text.split('\n').join('\ndata: ') : JSON.stringify(json);
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;
}

function streamOf(pieces: readonly (string | Uint8Array)[], isCut: boolean): BodyStream {
  let isCancelled = false;
  async function* send(): AsyncGenerator<string | Uint8Array> {
    for (const piece of pieces) {
      if (isCancelled) return;
      yield piece;
    }
    if (isCut) throw new ConnectionCut('rst');
  }
  return {
    [Symbol.asyncIterator]: send,
    cancel: () => {
      isCancelled = true;
    },
  };
}
