import { expect, test } from 'vitest';
import { confirmed, createAgent } from './testing/agent-steps.js';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose } from './testing/page-steps.js';

test('an agent is created and edited, and its versions are compared', async () => {
  const { page } = await visit('/agents');
  await createAgent(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(() => page.getByText('3 of 128', { exact: true }).count()).toBe(1);
  await page.getByLabel('System prompt').fill('You look after orders.\nBe brief and kind.');
  await page.getByRole('button', { name: 'Save as new version' }).click();
  await page.getByText('Version 2 compared with 1').waitFor();
  await expect.poll(() => page.locator('.diff del').allInnerTexts()).toEqual(['- Be brief.\n']);
  await expect.poll(() => page.locator('.diff ins').allInnerTexts()).toEqual(['+ Be brief and kind.\n']);
});

test('an edit of a version that was replaced in the meantime is rejected, and stays in the form', async () => {
  const { page, parlance } = await visit('/agents');
  await createAgent(page);
  const id = new URL(page.url()).searchParams.get('agent') ?? '';
  const { agents } = parlance.managedAgents;
  await agents.update(id, { version: 1, description: 'From a colleague' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  // The form loads the list again, for the roster.
  await page.getByRole('region', { name: 'Agents' }).getByText('version 2').waitFor();
  const prompt = page.getByLabel('System prompt');
  await prompt.fill('You look after refunds.');
  await page.getByRole('button', { name: 'Save as new version' }).click();
  await page.getByRole('alert').getByText('The service rejected the request (409)').waitFor();
  await expect.poll(() => prompt.inputValue()).toBe('You look after refunds.');
  expect((await agents.retrieve(id)).description).toBe('From a colleague');
});

test('limits are shown while typing, and an invalid value is reported with its field', async () => {
  const { page } = await visit('/agents');
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('n'.repeat(257));
  await expect.poll(() => page.getByText('257 of 256 characters').count()).toBe(1);
  await page.getByRole('button', { name: 'Create' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('must have at most 256 characters').waitFor();
});

test('validation issues are shown at their fields while typing', async () => {
  const { page } = await visit('/agents');
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByRole('button', { name: 'Add custom tool' }).click();
  await page.getByLabel('Tool name').fill('look up');
  await page.getByText('must consist of letters, digits, underscores and hyphens').waitFor();
  await page.getByLabel('Tool name').fill('look_up');
  await page.getByText('must consist of letters').waitFor({ state: 'hidden' });
  await page.getByLabel('Input (JSON Schema)').fill('{');
  await page.getByText('Must be valid JSON.').waitFor();
  await page.getByText('MCP servers', { exact: true }).click();
  await page.getByRole('button', { name: 'Add MCP server' }).click();
  await page.getByLabel('Server URL').fill('not an address');
  await page.getByText('must be a valid url').waitFor();
  await page.getByLabel('Server URL').fill('https://tracker.example.com');
  await page.getByRole('button', { name: 'Add MCP server' }).click();
  // Names are checked for uniqueness only when every server is valid.
  await page.getByLabel('Server URL').nth(1).fill('https://wiki.example.com');
  await page.getByLabel('Server name').nth(0).fill('tracker');
  await page.getByLabel('Server name').nth(1).fill('tracker');
  await page.getByText('must be unique within the array').waitFor();
  await expect.poll(() => page.getByText('2 of 20').count()).toBe(1);
});

test('servers, skills, tool permissions and a roster are saved as entered', async () => {
  const { page, parlance } = await visit('/agents');
  await createAgent(page);
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Lead');
  await choose(page, 'Speed', 'fast');
  await page.getByText('must be standard: only').waitFor();
  await choose(page, 'Model', 'assistant-opus-4-6');
  await page.getByText('must be standard: only').waitFor({ state: 'hidden' });
  await choose(page, 'Default', 'ask');
  await choose(page, 'bash', 'off');
  await page.getByText('MCP servers', { exact: true }).click();
  await page.getByRole('button', { name: 'Add MCP server' }).click();
  await page.getByLabel('Server name').fill('tracker');
  await page.getByLabel('Server URL').fill('https://mcp.example.com/tracker');
  await page.getByRole('button', { name: 'Add exception' }).click();
  const tool = page.getByLabel('Name of tool 1');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => tool.getAttribute('aria-invalid')).toBe('true');
  expect(await tool.evaluate((input) => input === document.activeElement)).toBe(true);
  await tool.fill('find_issue');
  await choose(page, 'Permission of find_issue', 'allow');
  await page.getByText('Skills', { exact: true }).click();
  await page.getByRole('button', { name: 'Add skill' }).click();
  await page.getByLabel('Skill name').fill('xlsx');
  await page.getByText('Coordinator', { exact: true }).click();
  await choose(page, 'Delegate to', { label: 'Order desk' });
  await choose(page, 'Version of Order desk', '1');
  await choose(page, 'Delegate to', 'self');
  await page.getByRole('button', { name: 'Create' }).click();
  const detail = page.getByRole('region', { name: 'Lead' });
  await detail.getByText('tracker.find_issue').waitFor();
  await detail.getByText('Order desk, version 1').waitFor();

  const [lead, desk] = (await parlance.managedAgents.agents.list({ limit: 2 })).data;
  const ask = { enabled: true, permission_policy: { type: 'always_ask' } };
  const allow = { enabled: true, permission_policy: { type: 'always_allow' } };
  expect(lead).toMatchObject({
    model: { id: 'assistant-opus-4-6', speed: 'fast' },
    mcp_servers: [{ name: 'tracker', type: 'url', url: 'https://mcp.example.com/tracker' }],
    skills: [{ type: 'vendor', skill_id: 'xlsx' }],
    multiagent: { agents: [{ id: desk?.id, version: 1 }, { id: lead?.id }] },
    tools: [
      {
        type: 'agent_toolset_20260401',
        default_config: ask,
        configs: [
          { name: 'bash', enabled: false },
          { name: 'read', ...allow },
        ],
      },
      {
        type: 'mcp_toolset',
        mcp_server_name: 'tracker',
        default_config: ask,
        configs: [{ name: 'find_issue', ...allow }],
      },
    ],
  });

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Save as new version' }).click();
  await detail.waitFor();
  const again = await parlance.managedAgents.agents.retrieve(lead?.id ?? '');
  expect(again.tools).toEqual(lead?.tools);
  expect(again.model).toEqual(lead?.model);
  expect(again.skills).toEqual(lead?.skills);
});

test('archiving explains its effects, and archived agents are behind a filter', async () => {
  const { page } = await visit('/agents');
  await createAgent(page);
  const text = await confirmed(page, 'Archive…', page);
  expect(text).toContain('Archive this agent?');
  expect(text).toContain('Running sessions continue.');
  const list = page.getByRole('region', { name: 'Agents', exact: true });
  await list.getByText('archived', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  await page.getByLabel('Show archived').uncheck();
  await list.getByText('Order desk').waitFor({ state: 'hidden' });
  await page.getByLabel('Show archived').check();
  await list.getByText('Order desk').waitFor();
});

test('a cancelled confirmation changes nothing, and a failed one shows the problem', async () => {
  const { page, parlance, fake } = await visit('/agents');
  await createAgent(page);
  await page.getByRole('button', { name: 'Archive…' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  fake.setFaults([{ match: { operation: 'agents.archive' }, times: 1, status: 403 }]);
  await page.getByRole('button', { name: 'Archive…' }).click();
  await page.getByRole('button', { name: 'Archive agent' }).click();
  await page.getByRole('dialog').getByText('The service rejected the request (403)').waitFor();
  const [agent] = (await parlance.managedAgents.agents.list()).data;
  expect(agent?.archived_at).toBeNull();
});

test('the whole form works with the keyboard alone', async () => {
  const { page } = await visit('/agents');
  await page.getByRole('button', { name: 'New agent' }).focus();
  await page.keyboard.press('Enter');
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return element?.labels?.[0]?.textContent ?? element?.ariaLabel ?? element?.textContent ?? '';
    });
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      if (name.test(await focused())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Cannot reach ${String(name)} with the Tab key.`);
  };
  await tabTo(/^Name/);
  await page.keyboard.type('Keys');
  await tabTo(/^Skills/);
  await page.keyboard.press('Enter');
  await tabTo(/Add skill/);
  await page.keyboard.press('Enter');
  await tabTo(/^Skill name/);
  await page.keyboard.type('xlsx');
  await tabTo(/^Create/);
  await page.keyboard.press('Enter');
  const detail = page.getByRole('region', { name: 'Keys' });
  await detail.getByText(/^xlsx \d/).waitFor();
  await tabTo(/^Archive…/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(/^Archive agent/);
  await page.keyboard.press('Enter');
  await detail.getByText('archived', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test.each(['light', 'dark'] as const)(
  'the form and the details are accessible in %s',
  async (colorScheme) => {
    const { page } = await visit('/agents', { colorScheme });
    await createAgent(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    for (const part of ['MCP servers', 'Skills', 'Coordinator'])
      await page.getByText(part, { exact: true }).click();
    for (const name of ['Add MCP server', 'Add skill', 'Add exception'])
      await page.getByRole('button', { name }).click();
    await choose(page, 'Delegate to', 'self');
    await page.getByLabel('Server URL').fill('nowhere');
    await page.getByText('must be a valid url').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Archive…' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
  },
);

test('the form fits a narrow screen', async () => {
  const { page } = await visit('/agents', { viewport: { width: 360, height: 640 } });
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByText('MCP servers', { exact: true }).click();
  await page.getByRole('button', { name: 'Add MCP server' }).click();
  await page.getByRole('button', { name: 'Add exception' }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await page.evaluate(() => document.querySelector('form')?.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await accessibilityProblems(page)).toEqual([]);
});
