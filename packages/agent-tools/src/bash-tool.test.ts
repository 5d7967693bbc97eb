import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@parlance/core-transport/internal';
import { describe, expect, test, vi } from 'vitest';
import { openPlace, PLACES } from '@parlance/testing/places';
import { temporaryFolder } from '@parlance/testing/temporary-folder';
import { runTools } from '@parlance/inference';
import { bashTool, type BashToolOptions } from './bash-tool.js';

const context = { toolUseId: 'toolu_1', signal: new AbortController().signal };

async function startShell(options: Partial<BashToolOptions> = {}) {
  const folder = await temporaryFolder();
  const tool = bashTool({ folder: folder.path, ...options });
  return {
    folder: folder.path,
    tool,
    use: (command: string) => tool.call({ command }, context),
    async [Symbol.asyncDispose]() {
      await tool.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Holds back the timer of a duration. Returns a function that lets it expire. */
function holdTimer(heldMs: number): () => void {
  const held: (() => void)[] = [];
  const setTimer = systemClock.setTimer.bind(systemClock);
  vi.spyOn(systemClock, 'setTimer').mockImplementation((callback, ms) => {
    if (ms !== heldMs) return setTimer(callback, ms);
    held.push(callback);
    return undefined;
  });
  return () => {
    for (const callback of held.splice(0)) callback();
  };
}

test.each(PLACES)('runs the commands of the model (%s)', async (name) => {
  await using place = await openPlace(name);
  await using shell = await startShell();
  const run = await runTools(place.client, {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1000,
    messages: [{ role: 'user', content: '/tool bash {"command":"echo $((6 * 7))"}' }],
    tools: [shell.tool],
  });
  expect(run.steps[0]?.calls[0]).toMatchObject({ status: 'completed', output: '42\n' });
});

describe('the shell', () => {
  test('starts in the folder and keeps its state', async () => {
    await using shell = await startShell();
    await mkdir(join(shell.folder, 'sub'));
    expect(await shell.use('cd sub; x=1; f() { echo "f $1"; }')).toBe('');
    expect(await shell.use('pwd; f $x')).toBe(`${join(shell.folder, 'sub')}\nf 1\n`);
  });

  test.each([
    ['echo out; echo err >&2; echo out', 'out\nerr\nout\n'],
    ['false', '[exit code 1]'],
    ['printf text; (exit 3)', 'text\n[exit code 3]'],
    [`echo "it's" 'quoted' \\ "\${HOME:+x}"`, "it's quoted  x\n"],
    ['cat <<END\nline\nEND', 'line\n'],
    ['cat', ''],
    ['printf äöü', 'äöü'],
    ["echo 'a;'; # comment", 'a;\n'],
  ])('%j', async (command, output) => {
    await using shell = await startShell();
    expect(await shell.use(command)).toBe(output);
    expect(await shell.use('echo next')).toBe('next\n');
  });

  test('survives a syntax error, and is replaced when it ends', async () => {
    await using shell = await startShell();
    expect(await shell.use('echo "open')).toMatch(/unexpected EOF[^]*\[exit code \d\]/);
    await shell.use('x=1');
    expect(await shell.use('echo bye; exit 7')).toBe(
      'bye\n[the shell ended with exit code 7; the next command starts in a new one]',
    );
    expect(await shell.use('echo "x=$x"')).toBe('x=\n');
  });

  test('restarts', async () => {
    await using shell = await startShell();
    await shell.use('x=1');
    expect(await shell.tool.call({ restart: true }, context)).toBe('The shell was restarted.');
    expect(await shell.use('echo "x=$x"')).toBe('x=\n');
  });

  test('runs concurrent commands one after the other', async () => {
    await using shell = await startShell();
    const outputs = await Promise.all([shell.use('x=1; sleep 0.05; echo $x'), shell.use('x=2; echo $x')]);
    expect(outputs).toEqual(['1\n', '2\n']);
  });

  test('does not receive keys of this process', async () => {
    process.env.PARLANCE_TEST_SECRET = 'secret';
    try {
      await using shell = await startShell();
      await using named = await startShell({ env: { PATH: process.env.PATH ?? '', NAME: 'value' } });
      expect(await shell.use('env')).not.toMatch(/secret/);
      expect(await named.use('echo $NAME')).toBe('value\n');
    } finally {
      delete process.env.PARLANCE_TEST_SECRET;
    }
  });
});

describe('limits', () => {
  test('the middle of long output is omitted', async () => {
    await using shell = await startShell({ maxOutputBytes: 20 });
    expect(await shell.use('seq 1 100000')).toBe('1\n2\n3\n4\n5\n\n[588875 bytes omitted]\n99\n100000\n');
  });

  test('a command that does not finish is killed with everything it started', async () => {
    await using shell = await startShell({ timeoutMs: 60_000 });
    const expire = holdTimer(60_000);
    const command = 'echo begin; (sleep 1; touch late) & touch begun; sleep 600';
    const failed = Promise.resolve(shell.use(command)).catch((reason: unknown) => reason);
    await expect.poll(() => readdir(shell.folder)).toEqual(['begun']);
    expire();
    expect(((await failed) as Error).message).toMatch(
      /^begin\nThe command did not finish within 60000 ms\. The shell was killed/,
    );
    expect(await shell.use('sleep 1.5; echo new')).toBe('new\n');
    expect(await readdir(shell.folder)).toEqual(['begun']);
  });

  test('endless output ends with the deadline, in bounded memory', async () => {
    await using shell = await startShell({ timeoutMs: 60_000, maxOutputBytes: 100 });
    const expire = holdTimer(60_000);
    const failed = Promise.resolve(shell.use('seq 1 1000; touch begun; yes')).catch(
      (reason: unknown) => reason,
    );
    await expect.poll(() => readdir(shell.folder)).toEqual(['begun']);
    expire();
    const { message } = (await failed) as Error;
    expect(message.length).toBeLessThan(400);
    expect(message).toMatch(/bytes omitted/);
  });

  test('closing keeps the process alive until the shell has ended', async () => {
    await using shell = await startShell();
    await shell.use('true');
    const closing = shell.tool.close();
    expect(process.getActiveResourcesInfo()).toContain('ProcessWrap');
    await closing;
  });

  test('an abort kills the command', async () => {
    await using shell = await startShell();
    const abort = new AbortController();
    const running = shell.tool.call(
      { command: 'touch begun; sleep 60' },
      { ...context, signal: abort.signal },
    );
    await expect.poll(() => readdir(shell.folder)).toEqual(['begun']);
    abort.abort(new Error('stop'));
    await expect(running).rejects.toThrow('stop');
    expect(await shell.use('echo new')).toBe('new\n');
  });

  test('a process that leaves the shell cannot hold up the result', async () => {
    await using shell = await startShell();
    expect(await shell.use('setsid sleep 5 & echo started; exit 0')).toMatch(/^started\n\[the shell ended/);
  });
});

test.each([
  [{ command: 'a\0b' }, /null byte/],
  [{}, /`command` is required/],
  [{ command: 1 }, /does not match the schema/],
])('%j is refused', async (input, message) => {
  await using shell = await startShell();
  await expect((async () => shell.tool.call(input, context))()).rejects.toThrow(message);
});

test('reports that the shell cannot be started', async () => {
  await using place = await temporaryFolder();
  const tool = bashTool({ folder: join(place.path, 'none') });
  await expect(tool.call({ command: 'ls' }, context)).rejects.toThrow(/ENOENT/);
});

test.each([
  [{}, 'folder'],
  [{ folder: '.', timeoutMs: 0 }, 'timeoutMs'],
  [{ folder: '.', maxOutputBytes: -1 }, 'maxOutputBytes'],
  [{ folder: '.', cwd: '.' }, 'cwd'],
])('%j is refused', (options, option) => {
  expect(() => bashTool(options as never)).toThrow(expect.objectContaining({ option }));
});
