import { bundleProgram } from '@parlance/build-config/program';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const outdir = process.argv[2] ?? 'dist';
const options = { outdir, minify: true, format: 'cjs' };

// In two files: the small one keeps the compiled form of the large one, because the start-up time of the command counts.
// That form is only good for this very content, so the name of the file tells it.
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
await bundleProgram({
  ...options,
  entry: { 'cli-program': 'src/cli-program.ts' },
  define: { VERSION: JSON.stringify(version) },
});
const built = join(outdir, 'cli-program.cjs');
// A kept build may have left one of other content, which must not be shipped.
for (const old of globSync(join(outdir, 'cli-program-*.cjs'))) rmSync(old);
const digest = createHash('sha256').update(readFileSync(built)).digest('hex').slice(0, 12);
const program = `cli-program-${digest}.cjs`;
renameSync(built, join(outdir, program));
await bundleProgram({
  ...options,
  entry: { cli: 'src/cli.ts' },
  define: { PROGRAM: JSON.stringify(program) },
});

// The name under which other tools know the command. In this package a file of that name is an ES module.
writeFileSync(join(outdir, 'cli.js'), "#!/usr/bin/env node\nimport './cli.cjs';\n", { mode: 0o755 });
