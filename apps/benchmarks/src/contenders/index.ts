/** All contenders. Peers are outside the workspace, and available once `npm run bench` has installed them. */
import { existsSync } from 'node:fs';

/** A contender: the module with its work, and the module that loads it in a fresh process. */
export interface Entry {
  readonly name: string;
  readonly module: string;
  readonly startup?: string;
}

const sources = new URL('../', import.meta.url);
const peersFolder = new URL('../../peers/', import.meta.url);

/** The contender to which all others are compared. */
export const BASELINE = 'raw-undici';
/** The contender that has to meet the budgets. */
export const SUBJECT = 'parlance';

/** The baseline, hand-written `fetch`, and Parlance. */
export const own: readonly Entry[] = [
  { ...here(BASELINE), startup: new URL('startup/raw-undici.mjs', sources).href },
  here('raw-fetch'),
  { ...here(SUBJECT), startup: new URL('startup/parlance.mjs', sources).href },
];

/** Baseline of cases that name it explicitly. */
export const parserAlone: Entry = here('raw-eventsource-parser');

/** Parlance with `naming`, in place of Parlance without. */
export const withNaming: Entry = { ...here('parlance-naming'), name: SUBJECT };

/** Baseline of cases that compare an option of Parlance with its absence. */
export const plain: Entry = { ...here(SUBJECT), name: 'parlance-plain' };

/** Returns the other libraries, if they are installed. */
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
