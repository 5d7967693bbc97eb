/** A body, ready to be sent. */
export interface WrittenBody {
  readonly contentType: string;
  /** Length in bytes; undefined when it is not known before the body is read. */
  readonly contentLength: number | undefined;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** False when the body can be read only once. */
  readonly repeatable: boolean;
}
