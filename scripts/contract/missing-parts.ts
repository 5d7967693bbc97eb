/** Finds what is still to be written for the operations and rules of the contract, in one sentence each. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SOURCES } from './generate.ts';
import { readModules } from './modules.ts';
import { services } from './services.ts';

/** Returns one sentence for each missing client method, handler, scenario and row in the table of rules. */
export function missingParts(): readonly string[] {
  const handlers = textOf('packages/testing-fakes/src/*/*.ts');
  const scenarios = textOf('packages/sdk/testing/scenarios/*/*.ts');
  const operations = services.flatMap(({ folder }) => {
    const client = textOf(`packages/{core-transport,${folder}}/src/**/*.ts`);
    return readModules(path.join(SOURCES, folder)).flatMap((module) =>
      module.operations.flatMap(({ name, id }) => {
        const file = `${folder}/${module.name}.ts`;
        const parts: readonly (readonly [isWritten: boolean, missing: string])[] = [
          [
            new RegExp(String.raw`\b${name}\b`).test(client),
            `client method: name its class in the contract (client), or call ${name} in a hand-written class`,
          ],
          [
            handlers.includes(`'${id}'`),
            `handler: add it, for example to packages/testing-fakes/src/${file}`,
          ],
          [
            scenarios.includes(`'${id}'`),
            `scenario: add it, for example to packages/sdk/testing/scenarios/${file}`,
          ],
        ];
        const missing = parts.filter(([isWritten]) => !isWritten);
        return missing.map(([, part]) => `The operation ${id} has no ${part}.`);
      }),
    );
  });
  return [...operations, ...missingRules()];
}

/** Rules that the contract names and the table of rules has not. */
function missingRules(): readonly string[] {
  const table = new Set(textOf('packages/testing-fakes/src/rules/**/*').match(RULE));
  return globSync(`${SOURCES}/**/*.ts`, { exclude: ['**/*.test.ts', '**/*.test-d.ts'] }).flatMap((file) => {
    const named = new Set(readFileSync(file, 'utf8').match(RULE));
    return [...named]
      .filter((id) => !table.has(id))
      .map(
        (id) =>
          `The rule ${id} in ${file} is not in the table of rules: add it to packages/testing-fakes/src/rules.`,
      );
  });
}

const RULE = /(?<=['"])[A-Z]{3}-\d{3}(?=['"])/g;

function textOf(pattern: string): string {
  return globSync(pattern, { exclude: ['**/*.test.ts'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}
