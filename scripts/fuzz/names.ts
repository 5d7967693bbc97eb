/** Names of the targets: their folders in `corpus`. */
export const TARGET_NAMES = [
  'bodies',
  'events',
  'forms',
  'markdown',
  'queries',
  'saved-runs',
  'scenario-files',
  'scenarios',
  'sockets',
] as const;
