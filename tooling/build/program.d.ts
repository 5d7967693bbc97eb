import type { Plugin } from 'esbuild';

/**
 * Bundles a program for Node with every dependency inside: one file per entry, in `dist`.
 *
 * @param options.entry - Output name to source file.
 * @param options.splitting - Put what is loaded by `import()` into files of its own, read when needed. Default `false`.
 * @param options.commonJs - Needed when a CommonJS dependency is inside. Default `false`.
 * @param options.clean - Empty `dist` first. Default `false`.
 * @param options.plugins - Plugins of the bundler. Default none.
 */
export declare function bundleProgram(options: {
  entry: Record<string, string>;
  minify: boolean;
  splitting?: boolean;
  commonJs?: boolean;
  clean?: boolean;
  plugins?: Plugin[];
}): Promise<void>;
