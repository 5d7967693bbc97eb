/** Paths of the pages. The server responds with 404 to all others, and the page says so. */
export const PAGE_PATHS = [
  '/',
  '/chat',
  '/batches',
  '/agents',
  '/compliance',
  '/admin',
  '/usage',
  '/service',
  '/requests',
] as const;

/** Path of a page. */
export type PagePath = (typeof PAGE_PATHS)[number];
