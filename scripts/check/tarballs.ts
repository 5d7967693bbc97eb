/** Checks the tarball of every package with publint and attw. */
import { inParallel, runTool, type ToolResult } from './run-tool.ts';
import { packageNames, tarballOf } from './tarball-paths.ts';

const results = await inParallel(packageNames(), 2, async (name) => {
  const tarball = tarballOf(name);
  const publint = await runTool('publint', ['run', tarball, '--strict']);
  const attw = await runTool('attw', [tarball, '--profile', 'esm-only', '--no-emoji', '--format', 'ascii']);
  return [failure(name, 'publint', publint), failure(name, 'attw', attw)];
});

const failures = results.flat().filter(Boolean);
for (const text of failures) console.error(text);
process.exitCode = failures.length > 0 ? 1 : 0;

function failure(name: string, tool: string, { code, output }: ToolResult): string | undefined {
  return code === 0 ? undefined : `packages/${name}: ${tool} found:\n${output.trim()}\n`;
}
