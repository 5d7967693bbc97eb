#!/usr/bin/env node
/**
 * The `parlance` command. This file must run on unsupported Node versions to report them, so everything that needs a newer
 * Node is loaded dynamically, after the version check.
 */
const OLDEST_NODE = '22.19.0';

if (process.versions.node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0) {
  process.stderr.write(`parlance requires Node.js ${OLDEST_NODE} or later; this is ${process.version}.\n`);
  process.exitCode = 2;
} else {
  const { run } = await import('./run.js');
  await run();
}
