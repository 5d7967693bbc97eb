/** A serialized request body. */
export interface WrittenBody {
  readonly contentType: string;
  /** Length in bytes; undefined if it is unknown until the body is read. */
  readonly contentLength: number | undefined;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** False if the body can be read only once. */
  readonly repeatable: boolean;
}
