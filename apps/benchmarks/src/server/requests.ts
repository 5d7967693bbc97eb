/** A minimal HTTP/1.1 request parser, so that the server costs the same for every contender. */

/** The parts of a request that the server needs. */
export interface ReceivedRequest {
  readonly path: string;
  readonly query: string;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Creates a parser for one connection. It calls `onRequest` for each complete request. */
export function requestReader(onRequest: (request: ReceivedRequest) => void): (bytes: Buffer) => void {
  let head: Buffer = Buffer.alloc(0);
  let current: ReceivedRequest | undefined;
  let missing = 0;
  return (bytes) => {
    let body = bytes;
    if (!current) {
      head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
      const end = head.indexOf(HEAD_END);
      if (end === -1) return;
      const text = head.toString('latin1', 0, end);
      body = head.subarray(end + HEAD_END.length);
      head = Buffer.alloc(0);
      current = requestLine(text);
      missing = bodyLength(text);
    }
    missing -= body.length;
    if (missing > 0) return;
    if (missing < 0) throw new Error('a pipelined request');
    const complete = current;
    current = undefined;
    onRequest(complete);
  };
}

function requestLine(head: string): ReceivedRequest {
  const target = head.slice(head.indexOf(' ') + 1, head.indexOf(' ', head.indexOf(' ') + 1));
  const [path = '', query = ''] = target.split('?');
  return { path, query: decodeURIComponent(query) };
}

function bodyLength(head: string): number {
  if (/\r\ntransfer-encoding:/i.test(head)) throw new Error('a chunked request');
  return Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
}
