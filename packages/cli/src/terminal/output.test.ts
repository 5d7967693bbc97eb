import { Writable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Output } from './output.js';

/** Texts of others, each with what a terminal would obey. */
const HOSTILE = [
  ['colors', 'Bob\u001B[8m hidden', 'Bob [8m hidden'],
  ['a line feed', 'Bob\n0 of 5 chats would be deleted', 'Bob 0 of 5 chats would be deleted'],
  ['a carriage return', 'Bob\rnobody', 'Bob nobody'],
  ['an operating system command', '\u001B]0;title\u0007Bob', ' ]0;title Bob'],
  ['one byte for an escape sequence', 'Bob\u009B2J', 'Bob 2J'],
  ['a change of direction', 'Bob\u202Etxt.exe', 'Bob txt.exe'],
  ['a line separator', 'Bob\u2028forged', 'Bob forged'],
  ['the mark of another color', 'Bob\u{F0000}[8m', 'Bob\u{F0000}[8m'],
] as const;

function open() {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write: (part: string, _encoding, done) => {
      text += part;
      done();
    },
  });
  const output = new Output({ stdout: stream, stderr: stream, json: false, color: true });
  return { output, text: () => text };
}

test.each(HOSTILE)('text with %s stays on its line, without an effect', async (_what, text, shown) => {
  const { output, text: written } = open();
  await output.result('hit', {}, `name: ${text}`);
  output.note(['Kept:', `  ${text}`]);
  expect(written()).toBe(`name: ${shown}\nKept:\n  ${shown}\n`);
});

test('only the command itself colors, also around the text of others', async () => {
  // As if the stream were a terminal.
  vi.stubEnv('FORCE_COLOR', '1');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { output, text } = open();
  const name = output.paint('red', 'Bob\u001B[32m');
  await output.result('hit', {}, [`${name}\u001B[0m`, 'next']);
  expect(text()).toBe('\u001B[31mBob [32m\u001B[39m [0m\nnext\n');
});
