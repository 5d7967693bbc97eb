/** Checks the tarball of every package with publint and attw. */
import pMap from 'p-map';
import { runTool, type ToolResult } from './run-tool.ts';
import { packageNames, tarballOf } from './tarball-paths.ts';

const results = await pMap(
  packageNames(),
  async (name) => {
    const tarball = tarballOf(name);
    const publint = await runTool('publint', ['run', tarball, '--strict']);
    const attw = await runTool('attw', [tarball, '--profile', 'esm-only', '--no-emoji', '--format', 'ascii']);
    return [failure(name, 'publint', publint), failure(name, 'attw', attw)];
  },
  { concurrency: 2 },
);

const failures = results.flat().filter(Boolean);
for (const text of failures) console.error(text);
process.exitCode = failures.length > 0 ? 1 : 0;

function failure(name: string, tool: string, { code, output }: ToolResult): string | undefined {
  return code === 0 ? undefined : `packages/${name}: ${tool} found:\n${output.trim()}\n`;
}
