import { expect, test } from 'vitest';
import { chooseInterface } from './choose-interface.js';

test.each([
  [[], 'none', 'browser'],
  [[], 'data', 'terminal'],
  [['--no-open'], 'none', 'browser'],
  [['--no-open'], 'data', 'browser'],
  [['--port', '4170'], 'none', 'browser'],
  [['--exports', 'folder'], 'data', 'browser'],
  [['--chats', '20000'], 'none', 'browser'],
  [['--data=world.db'], 'none', 'browser'],
  [['--prompt', 'hello'], 'none', 'terminal'],
  [['--help'], 'none', 'terminal'],
  [['--port=4170'], 'none', 'browser'],
  [['--prompt=hello', '--no-open'], 'none', 'terminal'],
  [['--no-open', '--help'], 'none', 'terminal'],
] as const)('%j with %s on standard input selects the %s', (argv, input, expected) => {
  expect(chooseInterface(argv, input)).toBe(expected);
});
