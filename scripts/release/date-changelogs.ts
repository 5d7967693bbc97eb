/** Adds today's date below each heading of a changelog that has none. `changeset version`, which writes the headings, has no such option. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';

const today = new Date().toISOString().slice(0, 10);
for (const file of globSync('packages/*/CHANGELOG.md')) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(/^(## \d\S*)\n\n(?!\d{4}-\d\d-\d\d\n)/gm, `$1\n\n${today}\n\n`));
}
