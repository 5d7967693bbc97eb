/** All contenders. Peers are outside the workspace, and available once `npm run bench` has installed them. */
import { existsSync } from 'node:fs';

/** A contender: the module with its work, and the module that loads it in a fresh process. */
export interface Entry {
  readonly name: string;
  readonly module: string;
  /** The variant to connect, of a module that has several. */
  readonly variant?: string;
  readonly startup?: string;
  /** Measured only in every nth round. Default 1. */
  readonly everyNthRound?: number;
}

/** Other libraries take most of the time of a run, and nothing has to meet a budget relative to them. */
const PEER_EVERY_NTH_ROUND = 3;

const sources = new URL('../', import.meta.url);
const peersFolder = new URL('../../peers/', import.meta.url);

/** The contender to which all others are compared. */
export const BASELINE = 'raw-undici';
/** The contender that has to meet the budgets. */
export const SUBJECT = 'parlance';
/** Parlance with the adapter for `fetch`. */
export const WITH_FETCH = 'parlance-fetch';

/** The baseline, hand-written `fetch`, and Parlance with both of its adapters. */
export const own: readonly Entry[] = [
  withStartup(BASELINE),
  withStartup('raw-fetch'),
  withStartup(SUBJECT),
  withStartup(WITH_FETCH),
];

/** Returns Parlance with options, in place of Parlance without. */
export function subjectWith(name: string): Entry {
  return { ...contender(name), name: SUBJECT };
}

/** Returns a contender by name: a variant of Parlance, or a module in this folder. */
export function contender(name: string): Entry {
  const variant = /^parlance-(?!zod)(.+)$/.exec(name)?.[1];
  const file = variant === undefined ? name : SUBJECT;
  const module = new URL(`contenders/${file}.ts`, sources).href;
  return { name, module, ...(variant !== undefined && { variant }) };
}

function withStartup(name: string): Entry {
  return { ...contender(name), startup: new URL(`startup/${name}.mjs`, sources).href };
}

/** Returns the other libraries, if they are installed. */
export function peers(): readonly Entry[] {
  if (!existsSync(new URL('node_modules', peersFolder))) return [];
  return ['anthropic-sdk', 'openai', 'ai-sdk'].map((name) => ({
    name,
    module: new URL(`${name}.ts`, peersFolder).href,
    startup: new URL(`startup/${name}.mjs`, peersFolder).href,
    everyNthRound: PEER_EVERY_NTH_ROUND,
  }));
}
