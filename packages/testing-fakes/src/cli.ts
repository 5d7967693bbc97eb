#!/usr/bin/env node
/**
 * The `parlance-fakes` command: runs the program from its compiled form, which makes a start about twice as fast.
 *
 * Node's own compile cache keeps what is compiled when a file is loaded; of this program most functions are compiled when
 * they are first called. So the compiled form is kept by hand, in the folder of that cache, once the program has served.
 * All is CommonJS, because Node reads every export of a built-in module that an ES module imports, and loads half of itself
 * for that.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import type * as Program from './cli-program.js';

/** Name of the program's file, in which there is a digest of its content: put here by the build. */
declare const PROGRAM: string;

const SUM_BYTES = 4;

enableCompileCache();
const folder = getCompileCacheDir();
const cacheFile = folder === undefined ? undefined : join(folder, `${PROGRAM}.cache`);
const filename = join(__dirname, PROGRAM);
const cachedData = cacheFile === undefined ? undefined : readKept(cacheFile);
const source = `(function (module, require) {${readFileSync(filename, 'latin1')}\n})`;
const script = new Script(source, { filename, cachedData });
const isKept = cachedData !== undefined && script.cachedDataRejected === false;
const program = { exports: {} as typeof Program };
(script.runInThisContext() as (module: object, load: typeof require) => void)(program, require);
void program.exports.run(isKept || cacheFile === undefined ? () => undefined : () => keep(cacheFile));

/** The compiled form, which is followed by its sum: Node would run a damaged one, and die of it at each start. */
function readKept(file: string): Buffer | undefined {
  try {
    const content = readFileSync(file);
    const end = content.byteLength - SUM_BYTES;
    const compiled = content.subarray(0, end);
    return content.readUInt32LE(end) === crc32(compiled) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/** Written beside and renamed, so that another process never reads half of it. Without it the next start is only slower. */
function keep(file: string): void {
  const part = `${file}.${process.pid}`;
  try {
    const compiled = script.createCachedData();
    const sum = Buffer.alloc(SUM_BYTES);
    sum.writeUInt32LE(crc32(compiled));
    writeFileSync(part, Buffer.concat([compiled, sum]), { mode: 0o600 });
    renameSync(part, file);
  } catch {
    rmSync(part, { force: true });
  }
}
