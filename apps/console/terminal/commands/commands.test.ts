import { describe, expect, test } from 'vitest';
import { run } from '../testing/run-program.js';
import { table } from './table.js';

describe('commands', () => {
  test('search finds chats of all users that contain the words', async () => {
    const { code, lines, stderr } = await run(['search', 'LISBON', 'badge']);
    expect([code, stderr]).toEqual([0, '']);
    expect(lines[0]?.split(/ {2,}/)).toEqual(['created', 'user', 'chat', 'messages', 'files']);
    expect(lines).toHaveLength(11);
    for (const line of lines.slice(1))
      expect(line).toMatch(/^2026-0[45]-\d\d {2}\S+@example\.com +Trip to the Lisbon office {2}4 +0$/);
    expect((await run(['search', 'zeppelin'])).lines).toEqual(['No matching chats.']);
  });

  test('members invites a user and lists members and pending invites', async () => {
    const { code, lines } = await run(['members', 'new@example.com']);
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^Invited new@example\.com; the invite expires on \d{4}-\d\d-\d\d\.$/);
    expect(lines[1]).toBe('Members of Tagus & Vistula Trading');
    expect(lines.filter((line) => line.includes('@example.com'))).toHaveLength(1 + 14 + 4);
    expect(
      lines.some((line) => /^Ines Moreau +ines\.moreau@example\.com +admin +2025-09-01$/.test(line)),
    ).toBe(true);
  });

  test('session runs a custom tool for an agent', async () => {
    const { code, lines, stderr } = await run(['session']);
    expect([code, stderr]).toEqual([0, '']);
    expect(lines).toContain('agent.custom_tool_use: clock {"city":"Lisbon"}');
    expect(lines).toContain('session.status_idle: requires_action');
    expect(lines.at(-1)).toBe('session.status_idle: end_turn');
    expect(lines.findLast((line) => line.startsWith('agent.message: '))).toContain('noon');
  });

  test('an interrupted command exits with 130', async () => {
    const { code, stdout, stderr } = await run(['search'], { interrupt: AbortSignal.abort() });
    expect([code, stdout, stderr]).toEqual([130, '', '']);
  });

  test('invalid usage exits with 2, an error of the service with 1', async () => {
    expect(await run(['search', '--limit'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--limit'),
    });
    expect(await run(['members', 'nobody'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('email'),
    });
    expect((await run(['--help'])).lines.join('\n')).toContain('search [WORDS]');
  });
});

test('tables align their columns and replace control characters', () => {
  expect(
    table([
      ['a', 'bb'],
      ['ccc', 'd\u001B[2J'],
      ['e', 'x'.repeat(60)],
    ]),
  ).toEqual(['a    bb', 'ccc  d [2J', `e    ${'x'.repeat(43)}…`]);
});
