/** Runs a function of the program in this runtime. Arguments: its name and the address of the service. */
import type { ProgramName, Service } from './portable-program.ts';

const [name, service] = process.argv.slice(2) as [ProgramName, string];
const program = await import('./portable-program.ts');
process.stdout.write(JSON.stringify(await program[name](JSON.parse(service) as Service)));
process.exit();
