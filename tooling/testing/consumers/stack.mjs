/** Checks that the frames of a stack trace are lines of the published sources. Run it with `--enable-source-maps`. */
import { readFileSync } from 'node:fs';
import { InferenceClient } from '@parlance/inference';

const FRAME = /(?<file>\/\S+\/node_modules\/@parlance\/(?<name>[\w-]+)\/src\/\S+\.ts):(?<line>\d+):\d+/g;

const { stack } = thrownBy(() => new InferenceClient({ baseUrl: 'not a URL', apiKey: 'k' }));
const frames = Array.from(stack.matchAll(FRAME), ({ groups }) => groups);
for (const name of ['core-transport', 'inference']) {
  const frame = frames.find((candidate) => candidate.name === name);
  if (frame === undefined) throw new Error(`no frame points to the sources of ${name}:\n${stack}`);
  const lines = readFileSync(frame.file, 'utf8').split('\n');
  if (lines.length < frame.line) throw new Error(`${frame.file} has no line ${frame.line}`);
}
console.log('works');

function thrownBy(action) {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
