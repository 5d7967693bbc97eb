/** Who takes part. Peers live outside the workspace and are there only after `npm run bench` has installed them. */
import { existsSync } from 'node:fs';

/** A contender by name, and the module that makes its client. */
export interface Entry {
  readonly name: string;
  readonly module: string;
}

const peersFolder = new URL('../../peers/', import.meta.url);

/** The baselines and Parlance. */
export const own: readonly Entry[] = [
  here('raw-undici'),
  here('raw-fetch'),
  here('parlance'),
];

/** Takes part only where a case names it as its baseline. */
export const parserAlone: Entry = here('raw-eventsource-parser');

/** The well-known libraries, if they are installed. */
export function peers(): readonly Entry[] {
  if (!existsSync(new URL('node_modules', peersFolder))) return [];
  return ['anthropic-sdk', 'openai', 'ai-sdk'].map((name) => ({
    name,
    module: new URL(`${name}.ts`, peersFolder).href,
  }));
}

function here(name: string): Entry {
  return { name, module: new URL(`${name}.ts`, import.meta.url).href };
}
