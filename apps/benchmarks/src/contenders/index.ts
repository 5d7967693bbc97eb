/** Who takes part. Peers live outside the workspace and are there only after `npm run bench` has installed them. */
import { existsSync } from 'node:fs';

/** A contender: the module of its works, and the one that loads it in a fresh process. */
export interface Entry {
  readonly name: string;
  readonly module: string;
  readonly startup?: string;
}

const sources = new URL('../', import.meta.url);
const peersFolder = new URL('../../peers/', import.meta.url);

/** What everything is compared with. */
export const BASELINE = 'raw-undici';
/** The one whose budgets these are. */
export const SUBJECT = 'parlance';

/** The baseline, `fetch` by hand, and Parlance. */
export const own: readonly Entry[] = [
  { ...here(BASELINE), startup: new URL('startup/raw-undici.mjs', sources).href },
  here('raw-fetch'),
  { ...here(SUBJECT), startup: new URL('startup/parlance.mjs', sources).href },
];

/** Takes part only where a case names it as its baseline. */
export const parserAlone: Entry = here('raw-eventsource-parser');

/** The well-known libraries, if they are installed. */
export function peers(): readonly Entry[] {
  if (!existsSync(new URL('node_modules', peersFolder))) return [];
  return ['anthropic-sdk', 'openai', 'ai-sdk'].map((name) => ({
    name,
    module: new URL(`${name}.ts`, peersFolder).href,
    startup: new URL(`startup/${name}.mjs`, peersFolder).href,
  }));
}

function here(name: string): Entry {
  return { name, module: new URL(`contenders/${name}.ts`, sources).href };
}
