/**
 * `npm run docs`: writes the documentation site to `docs/api`: TypeDoc's pages, an OpenAPI page, and for language models
 * a Markdown copy of each document, with an index (`llms.txt`) and in one file (`llms-full.txt`). Pages of symbols link to copies
 * of the sources.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fullText, llmsText, markdownCopies } from './markdown-copies.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const site = path.join(root, 'docs/api');
const SOURCE_HEAD =
  '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><style>:target { background: gold }</style>';

// The search of the site has its operations.
execFileSync(process.execPath, ['packages/schemas/openapi/main.ts'], { cwd: root, stdio: 'inherit' });
const { status } = spawnSync(process.execPath, ['node_modules/typedoc/bin/typedoc'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
addOpenApiPage();
addMarkdownCopies();
addSources();
console.log(`The site is in ${path.relative(process.cwd(), site)}: open ${path.join(site, 'index.html')}`);

function addOpenApiPage(): void {
  const folder = path.join(site, 'openapi');
  mkdirSync(folder, { recursive: true });
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    copyFileSync(path.join(root, 'node_modules/swagger-ui-dist', file), path.join(folder, file));
  }
  copyFileSync(path.join(root, 'packages/schemas/openapi.json'), path.join(folder, 'openapi.json'));
  copyFileSync(path.join(root, 'tooling/site/src/openapi.html'), path.join(folder, 'index.html'));
  copyFileSync(path.join(root, 'tooling/site/src/openapi-page.js'), path.join(folder, 'page.js'));
}

function addMarkdownCopies(): void {
  const copies = markdownCopies(root);
  for (const { source, text } of copies) write(`markdown/${source}`, text);
  writeFileSync(path.join(site, 'llms.txt'), llmsText(copies));
  writeFileSync(path.join(site, 'llms-full.txt'), fullText(copies));
}

/** Writes a page for each source file, in which each line has an id. */
function addSources(): void {
  for (const file of globSync('{packages,apps}/*/{src,server,web}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test*'],
  })) {
    const escaped = readFileSync(path.join(root, file), 'utf8')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;');
    const lines = escaped.split('\n').map((line, index) => `<span id="L${index + 1}">${line}</span>`);
    write(
      `source/${file}.html`,
      `${SOURCE_HEAD}<title>${file}</title><h1>${file}</h1><pre>${lines.join('\n')}</pre>`,
    );
  }
}

function write(file: string, text: string): void {
  const target = path.join(site, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
