/** The error of a cut connection. */

/** Thrown in place of a response, or in the middle of its body. Each adapter translates it into a connection failure. */
export class ConnectionCut extends Error {
  /** `rst` resets the connection, `fin` closes it. */
  readonly kind: 'rst' | 'fin';
  /** Error code that the clients' socket adapter reports in this case. */
  readonly code: string;
  /** Whether the request reached the server. */
  readonly sent: boolean = true;

  constructor(kind: 'rst' | 'fin') {
    super(kind === 'rst' ? 'read ECONNRESET' : 'other side closed');
    this.name = 'ConnectionCut';
    this.kind = kind;
    this.code = kind === 'rst' ? 'ECONNRESET' : 'connection_closed';
  }
}
