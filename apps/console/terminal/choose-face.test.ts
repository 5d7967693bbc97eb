import { expect, test } from 'vitest';
import { chooseFace } from './choose-face.js';

test.each([
  [[], 'none', 'browser'],
  [[], 'data', 'terminal'],
  [['--no-open'], 'none', 'browser'],
  [['--no-open'], 'data', 'browser'],
  [['--port', '4170'], 'none', 'browser'],
  [['--exports', 'kept'], 'data', 'browser'],
  [['--terminal'], 'none', 'terminal'],
  [['--terminal', '--model', 'x'], 'none', 'terminal'],
  [['--prompt', 'hello'], 'none', 'terminal'],
  [['--help'], 'none', 'terminal'],
  [['--port=4170'], 'none', 'browser'],
  [['--prompt=hello', '--no-open'], 'none', 'terminal'],
  [['--no-open', '--help'], 'none', 'terminal'],
] as const)('%j with %s on standard input opens the %s', (argv, input, face) => {
  expect(chooseFace(argv, input)).toBe(face);
});
