/**
 * Entry `@parlance/testing-fakes/command`: the command `parlance-fakes`, for other commands that include it.
 *
 * @packageDocumentation
 */
export { main as runFakesCommand } from './main.js';
export type { Terminal as FakesTerminal } from './terminal.js';
