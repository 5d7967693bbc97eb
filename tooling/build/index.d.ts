import type { Options } from 'tsup';

/**
 * Builds a library package: one JavaScript module and one declaration per source module for bundlers, and the same
 * joined into few files, which load faster, for runtimes.
 *
 * @param options.exclude - Source files, relative to the package, that are built in another way.
 */
export declare function perModule(options?: { exclude?: readonly string[] }): Options;
