#!/usr/bin/env node
/**
 * The `parlance-fakes` command. This file must run on unsupported Node versions to report them, so everything that needs
 * a newer Node is loaded dynamically, after the version check.
 */
const OLDEST_NODE = '22.19.0';

if (process.versions.node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `parlance-fakes requires Node.js ${OLDEST_NODE} or later; this is ${process.version}.\n`,
  );
  process.exitCode = 1;
} else {
  const { run } = await import('./command/run.js');
  await run();
}
