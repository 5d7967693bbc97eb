/** Reading of scenario files. */
import { constants } from 'node:buffer';
import { fileURLToPath } from 'node:url';
import { readUntrustedFile } from '@parlance/files';
import type * as z from 'zod';
import { steeringOf } from '../emulator/scenario-parts.js';
import { parseInput } from '@parlance/schemas/validation/kit';
import { parseYamlInput } from '@parlance/schemas/validation/yaml';
import type { Scenario } from './scenario.js';
import { services } from './services.js';

/**
 * Parses and validates a scenario in YAML or JSON.
 *
 * @param text - Content of a file.
 * @throws {InputError} When it is invalid; lists all problems, each with its line and column.
 */
export function parseScenario(text: string): Scenario {
  return parseYamlInput(text, steeringOf(services).schema as z.ZodType<Scenario>).value;
}

/**
 * Validates one part of a scenario.
 *
 * @param name - Key of the part.
 * @param value - Parsed JSON.
 * @param source - Name of the part in error messages. Defaults to `name`.
 * @throws {InputError} When it is invalid; lists all problems.
 */
export function readScenarioPart<Name extends keyof Scenario>(
  name: Name,
  value: unknown,
  source: string = name,
): NonNullable<Scenario[Name]> {
  // The schema of a part is that of its type.
  return parseInput(steeringOf(services).schemaOf(name), value, { source }) as NonNullable<Scenario[Name]>;
}

/**
 * Reads a scenario from a YAML or JSON file. Pass the result to the `scenario` option of `createFake`, or to
 * `fake.applyScenario()`.
 *
 * @param path - Path of the file, in UTF-8.
 * @throws {FileError} When the file cannot be read.
 * @throws {TypeError} When the scenario is invalid. The message lists each problem with its line, column and path.
 */
export async function readScenarioFile(path: string | URL): Promise<Scenario> {
  const file = path instanceof URL ? fileURLToPath(path) : path;
  const maxBytes = constants.MAX_STRING_LENGTH;
  return parseScenario(await readUntrustedFile(file, { maxBytes, followLink: true }));
}
