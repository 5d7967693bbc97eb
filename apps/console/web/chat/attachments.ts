import { blockFromBytes, type ContentBlockParam } from '@parlance/inference';
import { formatBytes } from '../ui/format.js';

/** A file that goes with the next message. */
export interface Attachment {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly block: ContentBlockParam;
  /** Address of a preview within this page, for images. */
  readonly preview?: string | undefined;
}

const MB = 1024 * 1024;
/** What is usual for one image. */
const MAX_IMAGE_BYTES = 5 * MB;
/** A request has room for 32 MB, and base64 makes four bytes out of three. */
const MAX_BYTES = 23 * MB;

/**
 * Reads a dropped, pasted or chosen file into a content block; what kind it is its bytes say.
 *
 * @param file - The file.
 * @param others - Files that go with the same message.
 * @throws {Error} Saying why it cannot be sent.
 */
export async function readAttachment(file: File, others: readonly Attachment[]): Promise<Attachment> {
  const { name, size } = file;
  if (size === 0) throw new Error(`${name} is empty.`);
  const sum = others.reduce((total, { bytes }) => total + bytes, size);
  if (size > MAX_BYTES)
    throw new Error(`${name} is ${formatBytes(size)}; at most ${formatBytes(MAX_BYTES)} can be sent.`);
  if (sum > MAX_BYTES)
    throw new Error(
      `With ${name} the files are ${formatBytes(sum)}; a message takes ${formatBytes(MAX_BYTES)}.`,
    );
  const block = blockFromBytes(new Uint8Array(await file.arrayBuffer()), { filename: name, citations: true });
  const facts = { key: crypto.randomUUID(), name, bytes: size, block };
  if (block.type !== 'image' || block.source.type !== 'base64') return facts;
  if (size > MAX_IMAGE_BYTES)
    throw new Error(`${name} is ${formatBytes(size)}; an image can have ${formatBytes(MAX_IMAGE_BYTES)}.`);
  return { ...facts, preview: `data:${block.source.media_type};base64,${block.source.data}` };
}
