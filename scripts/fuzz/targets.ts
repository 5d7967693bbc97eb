import { events, markdown } from './client-targets.ts';
import { bodies, forms, queries, savedRuns, scenarioFiles, scenarios, sockets } from './emulator-targets.ts';
import type { TARGET_NAMES } from './names.ts';
import type { FuzzTarget } from './target.ts';

/** All targets. */
const targets: Readonly<Record<(typeof TARGET_NAMES)[number], () => FuzzTarget>> = {
  bodies,
  events,
  forms,
  markdown,
  queries,
  'saved-runs': savedRuns,
  'scenario-files': scenarioFiles,
  scenarios,
  sockets,
};

/** All targets, by name. */
export const TARGETS: Readonly<Record<string, (() => FuzzTarget) | undefined>> = targets;
