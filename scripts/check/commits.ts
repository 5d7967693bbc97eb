/** Checks the messages of commits with commitlint, since the repository adopted Conventional Commits. */
import { firstUnchecked } from './commit-range.ts';
import { runTool } from './run-tool.ts';

/** The last commit with a message in free form. */
const BASE = '6d19b843a0fc4a2443751dd681548bc30e20eba0';

const from = firstUnchecked('.', BASE);
if (from === undefined) {
  console.log('not a Git repository: no commit messages to check');
} else {
  const { code, output } = await runTool('commitlint', ['--from', from, '--to', 'HEAD']);
  if (code !== 0) console.error(output);
  process.exitCode = code;
}
