import type { Options } from 'tsup';

/**
 * Builds a library package: one JavaScript module and one declaration per source module, nothing bundled.
 *
 * @param options.exclude - Source files, relative to the package, that another configuration builds.
 */
export declare function perModule(options?: { exclude?: readonly string[] }): Options;

/**
 * Builds a program: one minified file with every dependency inside.
 *
 * @param options.entry - Output name to source file.
 * @param options.external - Packages left outside.
 */
export declare function bundledCommand(options: {
  entry: Record<string, string>;
  external?: readonly string[];
  minify?: boolean;
}): Options;
