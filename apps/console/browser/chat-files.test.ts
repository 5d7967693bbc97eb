import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visit } from './testing/open-page.js';
import { messageBox, replied, say } from './testing/page-steps.js';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n');
const MB = 1024 * 1024;

interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
  /** Number of zero bytes to append in the page. */
  readonly zeros?: number;
}

/** Pastes or drops files, as a clipboard or file manager would. */
async function transferFiles(page: Page, how: 'paste' | 'drop', files: readonly TestFile[]): Promise<void> {
  const encoded = files.map(({ buffer, ...rest }) => ({ ...rest, data: buffer.toString('base64') }));
  await page.evaluate(
    ({ how, encoded }) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, data, zeros } of encoded) {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes, new Uint8Array(zeros ?? 0)], name, { type: mimeType }));
      }
      const init = { bubbles: true, cancelable: true };
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: transfer })
          : new DragEvent('drop', { ...init, dataTransfer: transfer });
      // Files dropped outside the message box must be accepted too.
      const place = document.querySelector(how === 'paste' ? 'textarea' : 'h1');
      if (place?.dispatchEvent(event) !== false) throw new Error(`The page did not handle the ${how}.`);
    },
    { how, encoded },
  );
}

const image = { name: 'dot.png', mimeType: 'image/png', buffer: PIXEL };
const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: PDF };
const notes = {
  name: 'notes.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Rivers run to the sea. Markets open at nine.'),
};

const ways: Readonly<Record<string, (page: Page, file: TestFile) => Promise<void>>> = {
  picked: (page, file) => page.getByLabel('Attach files').setInputFiles(file),
  pasted: (page, file) => transferFiles(page, 'paste', [file]),
  dropped: (page, file) => transferFiles(page, 'drop', [file]),
};

test.each(Object.keys(ways))('an image and a PDF can be %s, and are sent with the message', async (way) => {
  const { page, fake } = await visit('/chat');
  for (const file of [image, report]) {
    await ways[way]?.(page, file);
    await page.getByRole('button', { name: `Remove ${file.name}` }).waitFor();
  }
  await messageBox(page).fill('What is this?');
  await page.getByText(/^[\d,]+ tokens$/).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  const said = page.getByRole('article', { name: 'You' });
  await said.getByAltText('Image you attached').waitFor();
  await said.getByText('report.pdf').waitFor();
  await page.getByText('You said: What is this?').waitFor();
  await replied(page);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  const statuses = fake
    .journal()
    .flatMap(({ operation, status }) => (operation === 'messages.create' ? [status] : []));
  expect(statuses).toEqual([200]);
});

test('citations show the page of a PDF and the sentence of a text', async () => {
  const { page } = await visit('/chat');
  await page.getByLabel('Attach files').setInputFiles([report, notes]);
  await page.getByRole('button', { name: 'Remove notes.txt' }).waitFor();
  await say(page, 'What is in them?');
  await replied(page);
  const sources = page.getByRole('list', { name: 'Sources' });
  await expect.poll(() => sources.allInnerTexts()).toEqual(['1 · report.pdf, page 1', '1 · notes.txt']);
  const quote = page.locator('q').last();
  await expect.poll(() => quote.isVisible()).toBe(false);
  await sources.last().getByText('notes.txt').click();
  await quote.waitFor();
  await expect.poll(() => quote.innerText()).toBe('Rivers run to the sea.');
  // Later requests include the citations.
  await say(page, 'Thank you');
  await page.getByText('You said: Thank you', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('tokens are counted before sending, and again when a file is added or removed', async () => {
  const { page, fake } = await visit('/chat');
  const count = page.getByText(/^[\d,]+ tokens$/);
  await messageBox(page).fill('What is in it?');
  await count.waitFor();
  const alone = await count.innerText();
  await page.getByLabel('Attach files').setInputFiles(notes);
  await expect.poll(() => count.innerText()).not.toBe(alone);
  await page.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect.poll(() => count.innerText()).toBe(alone);
  await messageBox(page).fill('');
  await count.waitFor({ state: 'hidden' });
  const operations = fake.journal().map(({ operation }) => operation) ?? [];
  expect(operations).toContain('messages.countTokens');
  expect(operations).not.toContain('messages.create');
});

test.each([
  [
    'is not an image, PDF or text file',
    [{ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from([0, 0, 0, 24, 102, 116, 121, 112]) }],
    'film.mp4 must be an image (JPEG, PNG, GIF, WebP), a PDF or UTF-8 text',
  ],
  [
    'does not match its extension',
    [{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: PIXEL }],
    'photo.jpg contains image/png, but its extension is for image/jpeg',
  ],
  [
    'is empty',
    [{ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }],
    'empty.txt is empty.',
  ],
  [
    'is an image over the limit',
    [{ name: 'big.png', mimeType: 'image/png', buffer: PIXEL, zeros: 5 * MB }],
    'big.png is 5.0 MB. The limit is 5.0 MB per image.',
  ],
  [
    'is over the limit',
    [{ name: 'big.pdf', mimeType: 'application/pdf', buffer: PDF, zeros: 24 * MB }],
    'big.pdf is 24.0 MB. The limit is 23.0 MB per message.',
  ],
  [
    'exceeds the limit together with other files',
    ['one.pdf', 'two.pdf'].map((name) => ({
      name,
      mimeType: 'application/pdf',
      buffer: PDF,
      zeros: 12 * MB,
    })),
    'With two.pdf, the files total 24.0 MB. The limit is 23.0 MB per message.',
  ],
] satisfies [string, TestFile[], string][])(
  'a file that %s is rejected with a message before anything is sent',
  async (_, files, message) => {
    const { page } = await visit('/chat');
    await transferFiles(page, 'drop', files);
    await page.getByRole('alert').getByText(message, { exact: true }).waitFor();
    const rejected = files.at(-1)?.name ?? '';
    await expect.poll(() => page.getByRole('button', { name: `Remove ${rejected}` }).count()).toBe(0);
    // Adding a valid file clears the message.
    if (files.length > 1) return;
    await page.getByLabel('Attach files').setInputFiles(image);
    await page.getByRole('button', { name: 'Remove dot.png' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  },
);

test('a file that is added while another one is read does not replace it', async () => {
  const { page } = await visit('/chat');
  // Holds the first file until the test releases it.
  await page.evaluate((held) => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function (this: Blob) {
      if ((this as File).name === held)
        await new Promise((release) => addEventListener('release', release, { once: true }));
      return arrayBuffer.call(this);
    };
  }, image.name);
  await page.getByLabel('Attach files').setInputFiles(image);
  await page.getByLabel('Attach files').setInputFiles(notes);
  await page.evaluate(() => dispatchEvent(new Event('release')));
  const attached = page.getByRole('button', { name: /^Remove / });
  await expect
    .poll(() => attached.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
    .toEqual(['Remove dot.png', 'Remove notes.txt']);
});

test('a conversation with files that are too large to save survives a reload without the files', async () => {
  const { page } = await visit('/chat');
  await transferFiles(page, 'drop', [{ ...report, zeros: 6 * MB }]);
  await page.getByRole('button', { name: 'Remove report.pdf' }).waitFor();
  await say(page, 'Keep this');
  await replied(page);
  await page.reload();
  const said = page.getByRole('article', { name: 'You' });
  await said.getByText('Keep this', { exact: true }).waitFor();
  await said.getByText('[report.pdf was attached here but was too large to save.]').waitFor();
  await expect.poll(() => page.locator('.facts-line').count()).toBe(1);
});
