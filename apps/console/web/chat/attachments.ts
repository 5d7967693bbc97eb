import type { ContentBlockParam, ImageMediaType } from '@parlance/schemas';

/** A file that goes with the next message. */
export interface Attachment {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly block: ContentBlockParam;
  /** Address of a preview within this page, for images. */
  readonly preview?: string | undefined;
}

const IMAGES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/** What the service takes at most in one image, and in one request. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const MAX_FILE_BYTES = 24 * 1024 * 1024;

/** Reads a dropped, pasted or chosen file into a content block. @throws {Error} Saying why it cannot be sent. */
export async function readAttachment(file: File): Promise<Attachment> {
  const limit = IMAGES.includes(file.type) ? MAX_IMAGE_BYTES : MAX_FILE_BYTES;
  if (file.size > limit) throw new Error(`${file.name} is larger than ${limit / 1024 / 1024} MB.`);
  if (file.size === 0) throw new Error(`${file.name} is empty.`);
  const facts = { key: crypto.randomUUID(), name: file.name, bytes: file.size };
  if (IMAGES.includes(file.type)) {
    const source = {
      type: 'base64',
      media_type: file.type as ImageMediaType,
      data: await base64Of(file),
    } as const;
    return { ...facts, block: { type: 'image', source }, preview: `data:${file.type};base64,${source.data}` };
  }
  const about = { type: 'document', title: file.name, citations: { enabled: true } } as const;
  if (file.type === 'application/pdf') {
    const source = { type: 'base64', media_type: 'application/pdf', data: await base64Of(file) } as const;
    return { ...facts, block: { ...about, source } };
  }
  if (file.type.startsWith('text/') || /\.(md|txt|csv|json|ts|js|py)$/i.test(file.name)) {
    const source = { type: 'text', media_type: 'text/plain', data: await file.text() } as const;
    return { ...facts, block: { ...about, source } };
  }
  throw new Error(
    `${file.name}: images, PDFs and text can be sent, not ${file.type || 'this kind of file'}.`,
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read.`)));
    reader.readAsDataURL(file);
  });
}
