import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Backend } from './backend.js';
import { consoleCalls } from './calls.js';
import type { Exports } from './exports.js';
import { files } from './files.js';
import { rpc } from './rpc.js';
import type { Traffic } from './traffic.js';

/** What the app is made of. */
export interface AppParts {
  /** Counts what the clients do. */
  readonly traffic: Traffic;
  /** What the calls work with. */
  readonly backend: Backend;
  /** Folder of the built pages. */
  readonly pages: string;
  readonly exports: Exports;
}

/** The console: its calls and its pages. */
export function createApp({ backend, traffic, pages, exports }: AppParts): Hono {
  const app = new Hono();
  app.use(onlyThisMachine, secureHeaders({ contentSecurityPolicy: POLICY, referrerPolicy: 'no-referrer' }));
  app.use('/rpc/*', onlyOurPages);
  app.use('/files/*', onlyOurPages);
  app.route('/rpc', rpc(consoleCalls(backend, exports, traffic)));
  app.route('/files', files(backend, exports));
  app.use('/assets/*', keepForEver, serveStatic({ root: pages }));
  // After an update, a page that is still open asks for files that are gone: what it gets must not be a page.
  app.get('/assets/*', (context) => context.notFound());
  app.get('/*', askAgain, serveStatic({ root: pages, path: 'index.html' }));
  return app;
}

/** The page may load and call what is here, and nothing else. */
const POLICY = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
};

/**
 * Other pages in the visitor's browser could call this server, or give it another name (DNS rebinding): it answers
 * only to its own address, and takes calls only from its own pages.
 */
const onlyThisMachine: MiddlewareHandler = async (context, next) => {
  const { host } = new URL(context.req.url);
  const origin = context.req.header('origin');
  const isHere = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
  if (!isHere || (origin !== undefined && origin !== `http://${host}`)) return context.text('Not here.', 403);
  return next();
};

/**
 * A link elsewhere may lead to a page of the console. It may not call it, nor have it download: the service keeps an
 * activity of each download, and it would be the visitor's.
 */
const onlyOurPages: MiddlewareHandler = async (context, next) => {
  const site = context.req.header('sec-fetch-site') ?? 'none';
  if (site === 'same-origin' || site === 'none') return next();
  return context.text('Not here.', 403);
};

/** Built files have a digest in their names. */
const keepForEver: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.res.ok) context.header('cache-control', 'public, max-age=31536000, immutable');
};

/** The page names the built files, and after an update others. */
const askAgain: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('cache-control', 'no-cache');
};
