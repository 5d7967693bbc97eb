/**
 * Holds every `@source <document> > <heading>` of a comment, and every `source: '...'` of an operation, against the
 * headings of the documents. The list beside this file is what the documents say; where they are present
 * (`../shared/spec`), the list is compared with them too, and `--update` writes it anew.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';

const SPEC = '../shared/spec';
const LIST = 'scripts/check/source-headings.json';
const DOCUMENTS = [
  ['inference', '000_b8a6ad6e20bf9acc.txt'],
  ['managed-agents', '001_46b4575340204bdd.txt'],
  ['compliance', '002_4e8d274a8369cc43.txt'],
  ['not-shown', 'not-shown.md'],
];

const problems = [];
if (existsSync(SPEC)) {
  const found = Object.fromEntries(DOCUMENTS.map(([name, file]) => [name, headingsOf(`${SPEC}/${file}`)]));
  const text = `${JSON.stringify(found, null, 2)}\n`;
  if (process.argv.includes('--update')) writeFileSync(LIST, text);
  else if (readFileSync(LIST, 'utf8') !== text)
    problems.push(`${LIST} differs from the documents: run with --update`);
}

const known = JSON.parse(readFileSync(LIST, 'utf8'));
for (const file of globSync('packages/*/src/**/*.ts').sort()) {
  if (/\.(test|test-d)\.ts$/.test(file)) continue;
  for (const { line, source } of sourcesIn(readFileSync(file, 'utf8'))) {
    if (!isKnown(source)) problems.push(`${file}:${line}: no such heading: ${source}`);
  }
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function headingsOf(file) {
  return Array.from(
    readFileSync(file, 'utf8').matchAll(/^#{2,4} (?<heading>.+)$/gm),
    (match) => match.groups.heading,
  );
}

/** Several sources of one thing are separated by semicolons. */
function sourcesIn(text) {
  return text.split('\n').flatMap((content, index) => {
    const match = /^\s*\*?.*@source (?<list>.+?)(?:\s*\*\/)?$|\bsource: '(?<one>[^']+)'/.exec(content);
    const list = match?.groups.list ?? match?.groups.one;
    return list ? list.split(/;\s*/).map((source) => ({ line: index + 1, source: source.trim() })) : [];
  });
}

/** A heading may be cited without its addition in parentheses, after a colon, or, in not-shown, by its number alone. */
function isKnown(source) {
  const [, document, heading] = /^(?<document>[a-z-]+) > (?<heading>.+)$/.exec(source) ?? [];
  return known[document]?.some((full) => [full, ...shortForms(full)].includes(heading)) ?? false;
}

function shortForms(heading) {
  const [number] = heading.split(' ');
  const forms = [
    heading.replace(/ \(.*\)$/, ''),
    heading.replace(/: `.*$/, ''),
    heading.replace(/ \(.*/, ''),
  ];
  return /^([A-D]\.)?\d/.test(number) ? [...forms, number, number.replace(/\.$/, '')] : forms;
}
