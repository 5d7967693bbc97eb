/** Runs one function of the program in this runtime: its name, and where the service is, are the arguments. */
import type { ProgramName, Service } from './program.ts';

const [name, service] = process.argv.slice(2) as [ProgramName, string];
const program = await import('./program.ts');
console.log(JSON.stringify(await program[name](JSON.parse(service) as Service)));
process.exit();
