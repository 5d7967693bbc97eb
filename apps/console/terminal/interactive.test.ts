import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { InferenceClient, type MessageParam } from '@parlance/inference';
import { createFake, type FakeOptions } from '@parlance/testing-fakes';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { Conversation } from './conversation.js';
import { converse } from './interactive.js';
import { SAMPLE_TOOLS } from '../server/sample-tools.js';

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-'));
afterAll(() => rmSync(folder, { recursive: true }));
const settings = {
  prompt: undefined,
  model: 'assistant-sonnet-4-6',
  maxTokens: 100,
  system: undefined,
  thinkingTokens: undefined,
  files: [],
};

function terminal(options: FakeOptions = {}) {
  const fake = createFake(options);
  const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  const conversation = new Conversation({ client, settings, tools: SAMPLE_TOOLS });
  const stdin = new PassThrough();
  const written = { stdout: '', stderr: '' };
  const stdout = new PassThrough().on('data', (chunk: Buffer) => (written.stdout += chunk.toString()));
  const stderr = new PassThrough().on('data', (chunk: Buffer) => (written.stderr += chunk.toString()));
  const output = { stdout, stderr, isColored: false };
  const ended = converse({ conversation, stdin, output, serviceName: 'a test' });
  const until = async (text: string) => {
    while (!written.stderr.includes(text)) await once(stderr, 'data');
  };
  return { conversation, stdin, written, ended, until, fake };
}

function typesOf(content: MessageParam['content']): readonly string[] {
  return typeof content === 'string' ? ['text'] : content.map(({ type }) => type);
}

describe('a conversation in the terminal', () => {
  test('keeps its messages, and ends with /quit', async () => {
    const { conversation, stdin, written, ended } = terminal();
    stdin.end('hello\nand \\\nmore\n/quit\n');
    await ended;
    expect(written.stdout).toBe('You said: hello\nYou said: and \nmore\n');
    expect(written.stderr).toMatch(/\[sending \d+ tokens\]/);
    expect(conversation.messages.map((turn) => turn.role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
  });

  test('attaches files', async () => {
    writeFileSync(path.join(folder, 'notes.md'), '# Notes');
    const { conversation, stdin, written, ended } = terminal();
    stdin.end(`/attach ${folder}/none.txt\n/attach ${folder}/notes.md\nread it\n`);
    await ended;
    expect(written.stderr).toContain('none.txt does not exist');
    expect(conversation.messages[0]?.content).toMatchObject([
      { type: 'document', title: 'notes.md', source: { data: '# Notes' } },
      { type: 'text', text: 'read it' },
    ]);
  });

  test('shows tool calls and their results', async () => {
    const { stdin, written, ended } = terminal();
    stdin.end('/tool count_words {"text":"one two"}\n/tool current_time {"time_zone":"Mars/Olympus"}\n');
    await ended;
    expect(written.stderr).toContain('[tool count_words {"text":"one two"}]');
    expect(written.stderr).toContain('[tool returned {"words":2}]');
    expect(written.stderr).toContain('[tool failed ');
    expect(written.stdout).toContain('You said: {"words":2}\n');
  });

  test('continues after a reply is interrupted', async () => {
    const { conversation, stdin, written, ended, until, fake } = terminal({
      clock: { mode: 'manual' },
      paceMs: 1000,
    });
    stdin.write('hello\n');
    await until('[sending');
    stdin.write('\u0003');
    await until('[interrupted');
    fake.world().clock.run('skip');
    stdin.end('again\n');
    await ended;
    expect(written.stdout).toBe('You said: hello\nagain\n');
    expect(conversation.messages.at(-1)?.role).toBe('assistant');
  });

  test('can be interrupted before the reply starts', async () => {
    const { conversation, stdin, written, ended, until, fake } = terminal();
    const counting = vi.spyOn(conversation, 'countTokens');
    fake.setFaults([{ match: { path: '/v1/messages/count_tokens' }, times: 1, stall: true }]);
    stdin.write('hello\n');
    await expect.poll(() => counting.mock.calls.length).toBe(1);
    stdin.write('\u0003');
    await until('[interrupted');
    stdin.end('again\n');
    await ended;
    expect(written.stdout).toBe('You said: hello\nagain\n');
  });

  test('keeps the attachments of a message that failed for the next one', async () => {
    writeFileSync(path.join(folder, 'kept.md'), '# Kept');
    const { conversation, stdin, ended, fake } = terminal();
    fake.setFaults([{ match: { path: '/v1/messages' }, times: 1, status: 400 }]);
    stdin.end(`/attach ${folder}/kept.md\nread it\nread it again\n`);
    await ended;
    expect(conversation.messages[0]?.content).toMatchObject([
      { type: 'document', title: 'kept.md' },
      { type: 'text', text: 'read it again' },
    ]);
  });

  test('keeps the results of tools if the reply to them fails', async () => {
    const { conversation, stdin, ended, fake } = terminal();
    fake.setFaults([{ match: { path: '/v1/messages' }, after: 1, times: 1, status: 400 }]);
    stdin.end('/tool count_words {"text":"one two"}\nand now?\n');
    await ended;
    expect(conversation.messages.map(({ role, content }) => [role, typesOf(content)])).toEqual([
      ['user', ['text']],
      ['assistant', ['tool_use']],
      ['user', ['tool_result']],
      ['user', ['text']],
      ['assistant', ['text']],
    ]);
  });

  test('continues after an error', async () => {
    const { stdin, written, ended, fake } = terminal();
    fake.setFaults([{ match: { path: '/v1/messages' }, times: 1, status: 400 }]);
    stdin.end('one\ntwo\n');
    await ended;
    expect(written.stdout).toBe('You said: two\n');
  });
});
