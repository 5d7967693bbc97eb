/**
 * Entry point of a fresh process: loads one library, creates a client and optionally uses it once. Prints the CPU time in
 * microseconds, without the startup of Node.js itself. Plain JavaScript, because stripping types would take time.
 */
const start = process.cpuUsage();
const [library, until, baseUrl, expected] = process.argv.slice(2);
const { call, stream } = await (await import(library)).load(baseUrl);
if (until === 'first-response') await call();
if (until === 'first-stream') {
  const characters = await stream();
  if (characters !== Number(expected))
    throw new Error(`${library} read ${characters} of ${expected} characters`);
}
const { user, system } = process.cpuUsage(start);
process.stdout.write(`${user + system}\n`);
process.exit();
