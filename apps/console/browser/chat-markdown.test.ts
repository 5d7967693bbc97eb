import { expect, test } from 'vitest';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { receive, replied, say } from './testing/page-steps.js';

const EVERYTHING = `# A title

Some **bold**, *soft* and ~~gone~~ words, \`code\`, 1 &lt; 2 and a [link](https://a.example/?b=1&amp;c=2).
A line of its own.

1. first
2. second
   - inner

- [x] done

> A quote

| Name | Count |
| --- | ---: |
| one | 1 |

\`\`\`ts
const long = '${'x'.repeat(300)}';
\`\`\`

---

The end.`;

test('Markdown is rendered', async () => {
  const visited = await visit('/chat');
  await receive(visited, EVERYTHING);
  const { page } = visited;
  const text = page.locator('.assistant .markdown');
  await text.getByRole('heading', { name: 'A title' }).waitFor();
  await expect.poll(() => text.locator('strong, em, del').allInnerTexts()).toEqual(['bold', 'soft', 'gone']);
  await expect
    .poll(() => text.locator('p').first().innerText())
    .toContain('1 < 2 and a link.\nA line of its own.');
  await expect.poll(() => text.locator('ol > li').count()).toBe(2);
  await expect.poll(() => text.locator('ol ul > li').innerText()).toBe('inner');
  await expect.poll(() => text.getByRole('checkbox').isChecked()).toBe(true);
  await expect.poll(() => text.locator('blockquote').innerText()).toBe('A quote');
  await expect.poll(() => text.getByRole('cell').allInnerTexts()).toEqual(['one', '1']);
  await expect.poll(() => text.locator('pre').innerText()).toContain('const long');
  const link = text.getByRole('link', { name: 'link' });
  expect(await link.getAttribute('href')).toBe('https://a.example/?b=1&c=2');
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a reply cannot inject markup, run scripts or send requests', async () => {
  const visited = await visit('/chat');
  const { page, requests, url } = visited;
  await page.evaluate(() => Object.assign(globalThis, { intruders: 0 }));
  const hostile = `<script>intruders++</script> <img src=x onerror="intruders++">

<iframe src="https://evil.example"></iframe>

![pixel](https://evil.example/pixel.png) ![inline](data:image/svg+xml,<svg/onload=intruders++>)

[one](javascript:intruders++) [two](java&#x73;cript:intruders++) [three](data:text/html,x) [four](/admin)
<javascript:intruders++> [five]: javascript:intruders++

&lt;b onclick="intruders++"&gt;text&lt;/b&gt;`;
  await receive(visited, hostile);
  const text = page.locator('.assistant .markdown');
  await expect.poll(() => text.locator('script, img, iframe, svg, b, [onclick], [onerror]').count()).toBe(0);
  const addresses = await text
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual(['https://evil.example/pixel.png']);
  await expect.poll(() => text.innerText()).toContain('<img src=x onerror="intruders++">');
  await expect.poll(() => text.innerText()).toContain('<b onclick="intruders++">text</b>');
  expect(await page.evaluate(() => (globalThis as unknown as { intruders: number }).intruders)).toBe(0);
  expect(requests.filter((request) => !request.startsWith(url) && !request.startsWith('data:'))).toEqual([]);
});

test('only the end of a streaming reply is rendered again, without layout shifts', async () => {
  const { page, fake } = await visit('/chat');
  const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index} with *some* words.`);
  fake.setScripts([{ steps: [{ reply: paragraphs.join('\n\n') }] }]);
  await say(page, 'Go');
  await page.getByText('Paragraph 12').waitFor();
  await page.evaluate(() => {
    const seen = Object.assign(globalThis, { redrawn: 0, shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift' });
    const observer = new MutationObserver((records) => (seen.redrawn += records.length));
    // Later text can still change the last blocks, for example by merging them into a list.
    const written = Array.from(document.querySelectorAll('.markdown > p')).slice(0, -4);
    for (const block of written)
      observer.observe(block, { subtree: true, childList: true, characterData: true });
  });
  await replied(page);
  const seen = await page.evaluate(() => {
    const { redrawn, shift } = globalThis as unknown as { redrawn: number; shift: number };
    return { redrawn, shift };
  });
  await expect.poll(() => page.locator('.markdown > p').count()).toBe(40);
  expect(seen.redrawn).toBe(0);
  expect(seen.shift).toBeLessThan(0.02);
});

test('code blocks can be copied, and user messages are not rendered as Markdown', async () => {
  const { page, fake } = await visit('/chat', { permissions: ['clipboard-read', 'clipboard-write'] });
  fake.setScripts([{ steps: [{ reply: '```sh\nnpm start\nnpm test\n```' }] }]);
  await say(page, '**not bold** <b>');
  await page.getByRole('button', { name: 'Copy code' }).click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start\nnpm test');
  await expect.poll(() => page.getByRole('article', { name: 'You' }).innerText()).toBe('**not bold** <b>');
});

test('long lines and words do not overflow a narrow screen', async () => {
  const visited = await visit('/chat', { viewport: { width: 360, height: 640 } });
  const { page } = visited;
  await receive(
    visited,
    `${EVERYTHING}\n\n${'wordwithoutend'.repeat(30)}\n\n| ${'wide | '.repeat(20)}\n| ${'--- | '.repeat(20)}`,
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await page.locator('.turns').evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);
});
