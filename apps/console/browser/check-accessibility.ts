import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Checks the page against WCAG 2.2 AA; gives what is wrong, a line for each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: source }).catch(async () => {
    // The page's policy forbids inline scripts; the debugger does not mind.
    const { readFile } = await import('node:fs/promises');
    await page.evaluate(await readFile(source, 'utf8'));
  });
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
  );
}
