/**
 * Sets the fields `repository`, `homepage` and `bugs` of every package to the repository that the release runs in. npm only
 * accepts a provenance statement if the package names the repository that signs it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
if (!server || !repository)
  throw new Error('GITHUB_SERVER_URL and GITHUB_REPOSITORY must name the repository');

for (const name of readdirSync('packages')) {
  const file = path.join('packages', name, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const site = `${server}/${repository}`;
  manifest.repository = { type: 'git', url: `git+${site}.git`, directory: `packages/${name}` };
  manifest.homepage = `${site}/tree/main/packages/${name}#readme`;
  manifest.bugs = { url: `${site}/issues` };
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
