/** Commands that install our packages by name, up to where npm accepts an option. */
export const BY_NAME: RegExp =
  /(?<command>\bnpm (?:install|i|exec)|\bnpx)(?: --yes)?(?: --@parlance:registry=(?<own>\S+))?(?=[^\n`]* @parlance\/)/g;
/** A line that installs what a manifest names, as in the examples. */
const BY_MANIFEST = /^npm install(?: --@parlance:registry=\S+)?$/gm;
const FENCE = /^```sh\n[\s\S]*?^```$/gm;
const SERVE = 'npm run registry';
const NOTE = `# Until the packages are on npm, run "${SERVE}" in this repository first.\n`;

/**
 * Names the registry in each command that installs our packages, so that none installs a package of somebody else.
 *
 * @param markdown - The text. A registry in a variable, as in CI, is kept while there is a registry.
 * @param registry - The registry; undefined once the packages are on npm.
 */
export function writeInstallLines(markdown: string, registry: string | undefined): string {
  const optionFor = (url: string | undefined): string =>
    url === undefined ? '' : ` --@parlance:registry=${url}`;
  return markdown
    .replaceAll(BY_NAME, (...match) => {
      const { command, own } = match.at(-1) as { command: string; own?: string };
      return command + optionFor(registry !== undefined && own?.startsWith('$') === true ? own : registry);
    })
    .replaceAll(BY_MANIFEST, `npm install${optionFor(registry)}`)
    .replaceAll(FENCE, (fence) => {
      const plain = fence.replace(NOTE, '');
      const installs = registry !== undefined && plain.includes(optionFor(registry));
      return installs ? plain.replace('\n', `\n${NOTE}`) : plain;
    });
}
