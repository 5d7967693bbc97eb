/**
 * Takes pictures of every page at three widths, in light and dark, and writes docs/console-screens.md, which shows them beside
 * what they prove: `pnpm --filter @parlance/console screenshots`. The texts are in screens.json.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createDemoSessions } from '../../server/demo-sessions.js';
import { openPage, visit, type Visit } from './open-page.js';
import { choose, messageBox, replied, say } from './page-steps.js';
import texts from './screens.json' with { type: 'json' };

const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url));
const FOLDER = path.join(DOCS, 'images/console');

/** A desktop, a tablet and a phone. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 360, height: 740 },
] as const;
const THEMES = ['light', 'dark'] as const;

const QUALITY = 55;
/** Most bytes of all pictures. */
const MOST_BYTES = 3_000_000;
const TIMEOUT_MS = 600_000;

/** Takes a picture as WebP, which Playwright itself does not write. Returns its size in bytes. */
async function takePicture(page: Page, name: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await session.detach();
  const image = Buffer.from(data, 'base64');
  await writeFile(path.join(FOLDER, `${name}.webp`), image);
  return image.byteLength;
}

/** Waits until nothing loads, and everything is drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main :is(.spinner, [aria-busy=true])') === null);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Fills the service with what the pages show: sessions, a batch, and rate limits. */
async function fill({ parlance, emulator, fake }: Visit): Promise<void> {
  const { signal } = new AbortController();
  await createDemoSessions({ client: parlance.managedAgents, emulator, signal });
  const messages = [{ role: 'user' as const, content: 'Describe Oslo in one sentence.' }];
  const params = { model: 'assistant-opus-4-7', max_tokens: 60, messages };
  const requests = ['oslo', 'porto'].map((custom_id) => ({ custom_id, params }));
  const { id } = await parlance.inference.messages.batches.create({ requests });
  await parlance.inference.messages.batches.wait(id);
  await parlance.inference.messages.create(params);
  const reply = `The deadline for response headers is 60 seconds. To change it:

\`\`\`ts
await inference.messages.create(params, { timeouts: { headersMs: 5_000 } });
\`\`\``;
  // One for the conversation of each size and theme.
  const script = { match: { content_equals: QUESTION }, steps: [{ reply }] };
  fake.setScripts(THEMES.flatMap(() => SIZES.map(() => script)));
}

const QUESTION = 'How long does a client wait for headers?';

/** Sends a request that fails. The console keeps its latest requests only. */
async function fail({ parlance }: Visit): Promise<void> {
  await parlance.managedAgents.agents.retrieve('agent_missing').catch(() => undefined);
}

/** Steps before a picture, by the name of the screen. */
const STEPS: Readonly<Record<string, (page: Page, visited: Visit) => Promise<void>>> = {
  async home(page, visited) {
    await fail(visited);
    await page.getByText(/^\d requests? failed$/).waitFor();
  },
  async requests(page, visited) {
    await fail(visited);
    await page.getByText('agents.retrieve').first().waitFor();
  },
  async chat(page) {
    await say(page, QUESTION);
    await replied(page);
    await messageBox(page).fill('And for the next event?');
    await page.getByText(/^[\d,]+ tokens$/).waitFor();
  },
  async batches(page) {
    await page.getByRole('row').nth(1).getByRole('button').click();
    await page.getByText('You said').first().waitFor();
  },
  async approval(page) {
    await page.getByRole('button', { name: /Refund of order 23/ }).click();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
  },
  async chats(page) {
    await page.getByText('10 chats', { exact: true }).waitFor();
    await page
      .getByRole('region', { name: 'Chats' })
      .getByRole('listitem')
      .first()
      .getByRole('button')
      .click();
    await page.getByText('Draft a checklist').waitFor();
  },
  async mistake(page) {
    await page.getByLabel('Email to invite').fill('mara.lind');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('must be an e-mail address').waitFor();
  },
  async members(page) {
    await choose(page, 'Role of Grace Kim', 'developer');
    await page.getByRole('button', { name: 'Apply', disabled: false }).waitFor();
  },
};

test('every page, at every width, in light and dark', { timeout: TIMEOUT_MS }, async () => {
  const visited = await visit('/');
  await fill(visited);
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  let bytes = 0;
  for (const colorScheme of THEMES)
    for (const viewport of SIZES) {
      const { page } = await openPage(visited.url, { colorScheme, viewport, reducedMotion: 'reduce' });
      for (const { name, address, loaded } of texts.screens) {
        await page.goto(visited.url + address);
        await page.locator('main').locator(loaded).first().waitFor();
        await STEPS[name]?.(page, visited);
        await settled(page);
        bytes += await takePicture(page, `${name}-${viewport.width}-${colorScheme}`);
      }
    }
  expect(bytes).toBeLessThan(MOST_BYTES);
  await writeFile(path.join(DOCS, 'console-screens.md'), documentOf());
});

/** Returns the page that shows the pictures. */
function documentOf(): string {
  const titles = new Map(texts.screens.map(({ name, title }) => [name, title]));
  const linkTo = (name: string): string =>
    `[${titles.get(name) ?? name}](#${(titles.get(name) ?? name).toLowerCase().replaceAll(' ', '-')})`;
  const rows = (texts.statements as [string, string[], string][]).map(
    ([statement, names, file]) =>
      `| ${statement} | ${names.map(linkTo).join(', ')} | [${file}](../apps/console/browser/${file}.test.ts) |`,
  );
  return `<!-- Written by \`pnpm --filter @parlance/console screenshots\`. Do not edit. -->
# Screens of the console

See here what the [console](../apps/console/README.md) looks like, or compare your change of a page with the pictures. They show the
demo organization that \`npm start\` opens.

| The console keeps this promise | Pictures | Test |
| --- | --- | --- |
${rows.join('\n')}

Selects, dialogs and tabs are those of React Aria, tables are [native](decisions/2026-11-28-tables-are-native.md), and uPlot draws the charts.

${texts.screens.map(sectionOf).join('\n')}`;
}

function sectionOf({ name, title, shows }: (typeof texts.screens)[number]): string {
  const rows = THEMES.map((theme) => {
    const cells = SIZES.map(
      ({ width }) => `![${title}, ${width} px, ${theme}](images/console/${name}-${width}-${theme}.webp)`,
    );
    return `| ${theme} | ${cells.join(' | ')} |`;
  });
  return `## ${title}

${shows}

| | ${SIZES.map(({ width }) => `${width} px`).join(' | ')} |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
