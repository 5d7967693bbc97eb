import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visit, withBrowser } from './open-page.js';

withBrowser();

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
  /** Zeros after it, made in the page. */
  readonly zeros?: number;
}

/** Gives the page files as the machine's clipboard or file manager would. */
async function hand(page: Page, how: 'paste' | 'drop', files: readonly TestFile[]): Promise<void> {
  const given = files.map(({ buffer, ...rest }) => ({ ...rest, data: buffer.toString('base64') }));
  await page.evaluate(
    ({ how, given }) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, data, zeros } of given) {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes, new Uint8Array(zeros ?? 0)], name, { type: mimeType }));
      }
      const about = { bubbles: true, cancelable: true };
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { ...about, clipboardData: transfer })
          : new DragEvent('drop', { ...about, dataTransfer: transfer });
      // A file that is dropped beside the box is meant for it, too.
      const place = document.querySelector(how === 'paste' ? 'textarea' : 'h1');
      if (place?.dispatchEvent(event) !== false) throw new Error(`Nobody took the ${how}.`);
    },
    { how, given },
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
  pasted: (page, file) => hand(page, 'paste', [file]),
  dropped: (page, file) => hand(page, 'drop', [file]),
};

test.each(Object.keys(ways))('an image and a PDF can be %s, and go with the message', async (way) => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  for (const file of [image, report]) {
    await ways[way]?.(page, file);
    await page.getByRole('button', { name: `Remove ${file.name}` }).waitFor();
  }
  await page.getByLabel('Message', { exact: true }).fill('What is this?');
  await page.getByText(/^[\d,]+ tokens$/).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  const said = page.getByRole('article', { name: 'You' });
  await said.getByAltText('Attached by you').waitFor();
  await said.getByText('report.pdf').waitFor();
  await page.getByText('You said: What is this?').waitFor();
  await page.locator('.facts-line').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  const statuses = backend.emulator?.fake
    .journal()
    .flatMap(({ operation, status }) => (operation === 'messages.create' ? [status] : []));
  expect(statuses).toEqual([200]);
});

test('what a reply rests on is shown: the page of a PDF, the sentence of a text', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await page.getByLabel('Attach files').setInputFiles([report, notes]);
  await page.getByRole('button', { name: 'Remove notes.txt' }).waitFor();
  await page.getByLabel('Message', { exact: true }).fill('What is in them?');
  await page.keyboard.press('Enter');
  await page.locator('.facts-line').waitFor();
  const sources = page.getByRole('list', { name: 'Sources' });
  expect(await sources.allInnerTexts()).toEqual(['1 · report.pdf, page 1', '1 · notes.txt']);
  const quote = page.locator('q').last();
  expect(await quote.isVisible()).toBe(false);
  await sources.last().getByText('notes.txt').click();
  await quote.waitFor();
  expect(await quote.innerText()).toBe('Rivers run to the sea.');
  // The sources are part of the conversation from then on.
  await page.getByLabel('Message', { exact: true }).fill('Thank you');
  await page.keyboard.press('Enter');
  await page.getByText('You said: Thank you', { exact: true }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('tokens are counted before sending, and again when a file comes or goes', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  const count = page.getByText(/^[\d,]+ tokens$/);
  await page.getByLabel('Message', { exact: true }).fill('What is in it?');
  await count.waitFor();
  const alone = await count.innerText();
  await page.getByLabel('Attach files').setInputFiles(notes);
  await expect.poll(() => count.innerText()).not.toBe(alone);
  await page.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect.poll(() => count.innerText()).toBe(alone);
  await page.getByLabel('Message', { exact: true }).fill('');
  await count.waitFor({ state: 'hidden' });
  const operations = backend.emulator?.fake.journal().map(({ operation }) => operation) ?? [];
  expect(operations).toContain('messages.countTokens');
  expect(operations).not.toContain('messages.create');
});

test.each([
  [
    'is no image, PDF or text',
    [{ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from([0, 0, 0, 24, 102, 116, 121, 112]) }],
    'film.mp4 is no image (JPEG, PNG, GIF, WebP), PDF or text in UTF-8',
  ],
  [
    'is something else than its name says',
    [{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: PIXEL }],
    'photo.jpg is image/png, which its extension does not say',
  ],
  [
    'is empty',
    [{ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }],
    'empty.txt is empty.',
  ],
  [
    'is too large an image',
    [{ name: 'big.png', mimeType: 'image/png', buffer: PIXEL, zeros: 5 * MB }],
    'big.png is 5.0 MB; an image can have 5.0 MB.',
  ],
  [
    'is too large',
    [{ name: 'big.pdf', mimeType: 'application/pdf', buffer: PDF, zeros: 24 * MB }],
    'big.pdf is 24.0 MB; at most 23.0 MB can be sent.',
  ],
  [
    'is too large together with others',
    ['one.pdf', 'two.pdf'].map((name) => ({
      name,
      mimeType: 'application/pdf',
      buffer: PDF,
      zeros: 12 * MB,
    })),
    'With two.pdf the files are 24.0 MB; a message takes 23.0 MB.',
  ],
] satisfies [string, TestFile[], string][])(
  'a file that %s is refused in words, before anything is sent',
  async (_, files, words) => {
    await using console = await visit('/chat');
    const { page } = console;
    await hand(page, 'drop', files);
    await page.getByRole('alert').getByText(words, { exact: true }).waitFor();
    const refused = files.at(-1)?.name ?? '';
    expect(await page.getByRole('button', { name: `Remove ${refused}` }).count()).toBe(0);
    // The next that can be sent takes the words away.
    if (files.length > 1) return;
    await page.getByLabel('Attach files').setInputFiles(image);
    await page.getByRole('button', { name: 'Remove dot.png' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  },
);

test('a conversation with files too large to keep is there after a reload, without the files', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await hand(page, 'drop', [{ ...report, zeros: 6 * MB }]);
  await page.getByRole('button', { name: 'Remove report.pdf' }).waitFor();
  await page.getByLabel('Message', { exact: true }).fill('Keep this');
  await page.keyboard.press('Enter');
  await page.locator('.facts-line').waitFor();
  await page.reload();
  const said = page.getByRole('article', { name: 'You' });
  await said.getByText('Keep this', { exact: true }).waitFor();
  await said.getByText('[report.pdf was attached here. It was too large to be kept.]').waitFor();
  expect(await page.locator('.facts-line').count()).toBe(1);
});
