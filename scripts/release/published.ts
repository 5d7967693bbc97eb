/**
 * Registry that readers install the packages from: `npm run registry` serves it on their machine. Nobody owns the name
 * `@parlance` on npm yet, so a line without a registry would run the code of anybody who takes it. Set this to undefined once the
 * packages are on npm, and run `pnpm examples:sync`: all lines that install a package are written from it.
 */
export const REGISTRY: string | undefined = 'http://127.0.0.1:4873';
