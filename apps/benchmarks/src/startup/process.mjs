/**
 * Entry point of a fresh process: loads one library, creates a client and optionally makes one call. Prints the CPU time
 * in microseconds, without the startup of Node.js itself. Plain JavaScript, because stripping types would take time.
 */
const start = process.cpuUsage();
const [library, until, baseUrl] = process.argv.slice(2);
const call = await (await import(library)).load(baseUrl);
if (until === 'first-response') await call();
const { user, system } = process.cpuUsage(start);
process.stdout.write(`${user + system}\n`);
process.exit();
