/** Pages and workers whose policy forbids `eval` can use the schemas: zod then interprets them instead of compiling them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const program = `
  import { createMessage } from './index.ts';
  import { validator } from './validation.ts';
  const messages = [{ role: 'user', content: 'hi' }];
  const check = (body) => validator().checkRequest(createMessage, { body }).map(({ path }) => path);
  const model = 'assistant-opus-4-7';
  console.log(JSON.stringify([check({ model, max_tokens: 1, messages }), check({ model, max_tokens: '1', messages })]));
`;

test('the validator works where code generation is forbidden', async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const code = outputFiles[0]?.text ?? '';
  const running = promisify(execFile)(process.execPath, [
    '--disallow-code-generation-from-strings',
    '--input-type=module',
    '-',
  ]);
  running.child.stdin?.end(code);
  expect(JSON.parse((await running).stdout)).toEqual([[], ['max_tokens']]);
});
