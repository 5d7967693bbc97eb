/** Runs a function of the program in this runtime. Arguments: its name and the address of the service. */
import type { ProgramName, Service } from './program.ts';

const [name, service] = process.argv.slice(2) as [ProgramName, string];
const program = await import('./program.ts');
console.log(JSON.stringify(await program[name](JSON.parse(service) as Service)));
process.exit();
