#!/usr/bin/env node
/** The `parlance-fakes` command. It has Node keep the compiled form of the program, which halves its next start. */
import { enableCompileCache } from 'node:module';

enableCompileCache();
// The bundler does not see through this, so that the program stays a file of its own.
const program = './cli-program.js';
await import(program);
