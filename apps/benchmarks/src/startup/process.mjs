/**
 * A fresh process: loads one library, makes a client and, when asked to, one call. Prints the CPU time since its
 * first line in microseconds, so without the start of Node itself. Plain JavaScript: nothing has to be stripped first.
 */
const begin = process.cpuUsage();
const [library, until, baseUrl] = process.argv.slice(2);
const call = await (await import(library)).load(baseUrl);
if (until === 'first-response') await call();
const { user, system } = process.cpuUsage(begin);
process.stdout.write(`${user + system}\n`);
process.exit();
