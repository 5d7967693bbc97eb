/**
 * Bundles a program for Node with every dependency inside: one file per entry.
 *
 * @param options.entry - Output name to source file.
 * @param options.splitting - Put what is loaded by `import()` into files of its own, read when needed. Default `false`.
 * @param options.commonJs - Needed when a CommonJS dependency is inside. Default `false`.
 * @param options.outdir - Folder of the output. Default `dist`.
 * @param options.clean - Empty that folder first. Default `false`.
 * @param options.format - `cjs` starts faster where built-in modules of Node are used, and gives `.cjs`. Default `esm`.
 * @param options.define - Constants that the build fills in, name to JSON. Default none.
 */
export declare function bundleProgram(options: {
  entry: Record<string, string>;
  minify: boolean;
  splitting?: boolean;
  commonJs?: boolean;
  outdir?: string;
  clean?: boolean;
  format?: 'esm' | 'cjs';
  define?: Record<string, string>;
}): Promise<void>;
