import { blockFromBytes, type ContentBlockParam } from '@parlance/inference';
import { formatBytes } from '../ui/format.js';

/** A file attached to the next message. */
export interface Attachment {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly block: ContentBlockParam;
  /** Data URL of a preview, for images. */
  readonly preview?: string | undefined;
}

const MB = 1024 * 1024;
/** Largest image, in bytes. */
const MAX_IMAGE_BYTES = 5 * MB;
/** Largest total size of attachments, in bytes: a request is limited to 32 MB, and base64 adds a third. */
const MAX_BYTES = 23 * MB;

/**
 * Reads a dropped, pasted or selected file into a content block. Its type is detected from its bytes.
 *
 * @param file - The file.
 * @param others - Files already attached to the same message.
 * @throws {Error} When the file cannot be sent. The message is meant for the user.
 */
export async function readAttachment(file: File, others: readonly Attachment[]): Promise<Attachment> {
  const { name, size } = file;
  if (size === 0) throw new Error(`${name} is empty.`);
  const sum = others.reduce((total, { bytes }) => total + bytes, size);
  if (size > MAX_BYTES)
    throw new Error(`${name} is ${formatBytes(size)}. The limit is ${formatBytes(MAX_BYTES)} per message.`);
  if (sum > MAX_BYTES)
    throw new Error(
      `With ${name}, the files total ${formatBytes(sum)}. The limit is ${formatBytes(MAX_BYTES)} per message.`,
    );
  const block = blockFromBytes(new Uint8Array(await file.arrayBuffer()), { filename: name, citations: true });
  const facts = { key: crypto.randomUUID(), name, bytes: size, block };
  if (block.type !== 'image' || block.source.type !== 'base64') return facts;
  if (size > MAX_IMAGE_BYTES)
    throw new Error(
      `${name} is ${formatBytes(size)}. The limit is ${formatBytes(MAX_IMAGE_BYTES)} per image.`,
    );
  return { ...facts, preview: `data:${block.source.media_type};base64,${block.source.data}` };
}
