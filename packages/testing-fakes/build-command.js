import { bundleProgram } from '@parlance/build-config/program';

/** Messages in fifty languages come with zod; the emulator shows its own. */
const withoutLocales = {
  name: 'without-locales',
  setup(build) {
    build.onResolve({ filter: /locales\/index\.js$/ }, ({ importer }) =>
      importer.includes('/zod/') ? { path: 'locales', namespace: 'without-locales' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'without-locales' }, () => ({ contents: 'export {};' }));
  },
};

// Minified, and in two files: the first is small and has Node keep the compiled form of the second, because the
// start-up time of the command counts.
await bundleProgram({
  entry: { cli: 'src/cli.ts', 'cli-program': 'src/cli-program.ts' },
  minify: true,
  plugins: [withoutLocales],
});
