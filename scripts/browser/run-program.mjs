/** Runs one function of the program in the runtime at hand: its name and where the service is come as arguments. */
const [name, service] = process.argv.slice(2);
const program = await import('./program.mjs');
console.log(JSON.stringify(await program[name](JSON.parse(service))));
process.exit();
