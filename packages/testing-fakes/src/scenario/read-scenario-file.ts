import { readFile } from 'node:fs/promises';
import { parseScenario } from './parse-scenario.js';
import type { Scenario } from './scenario.js';

/**
 * Reads a scenario from a YAML or JSON file. Pass the result to the `scenario` option of `createFake`, or to
 * `fake.applyScenario()`.
 *
 * @param path - Path of the file.
 * @throws {TypeError} When the scenario is invalid. The message lists each problem with its line, column and path.
 */
export async function readScenarioFile(path: string | URL): Promise<Scenario> {
  return parseScenario(await readFile(path, 'utf8'));
}
