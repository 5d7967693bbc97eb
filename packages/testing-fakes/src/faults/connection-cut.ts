/** A connection that is cut: a transport shows it in its own way. */

/** Thrown instead of an answer, or in the middle of a body. */
export class ConnectionCut extends Error {
  /** `rst`: the connection is reset; `fin`: it is closed. */
  readonly kind: 'rst' | 'fin';
  /** The code that the transport's socket adapter shows for it. */
  readonly code: string;
  /** The request had reached the server. */
  readonly sent: boolean = true;

  constructor(kind: 'rst' | 'fin') {
    super(kind === 'rst' ? 'read ECONNRESET' : 'other side closed');
    this.name = 'ConnectionCut';
    this.kind = kind;
    this.code = kind === 'rst' ? 'ECONNRESET' : 'connection_closed';
  }
}
