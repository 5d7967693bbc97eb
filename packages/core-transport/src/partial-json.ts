/**
 * Entry `@parlance/core-transport/partial-json`: JSON that arrives in pieces. What belongs here: an explicit, named
 * list of re-exports, and nothing else. An entry of its own, so that a bundle can load it when it is needed.
 */
export { InvalidJson, PartialJson } from './json/partial-json.js';
