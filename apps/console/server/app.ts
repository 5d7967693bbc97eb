import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { requireAccess } from './access.js';
import { createApi } from './api.js';
import type { Backend } from './backend.js';
import type { Exports } from './exports.js';
import { files } from './files.js';
import { PAGE_PATHS } from './page-paths.js';
import { passThrough } from './pass-through.js';
import { problemOf, statusOf } from './problem.js';
import type { Traffic } from './traffic.js';

/** Options for {@link createApp}. */
export interface AppParts {
  readonly traffic: Traffic;
  readonly backend: Backend;
  /** Folder of the built pages. */
  readonly pages: string;
  readonly exports: Exports;
}

/** Creates the console's HTTP app, which serves its pages and calls. */
export function createApp({ backend, traffic, pages, exports }: AppParts): Hono {
  const app = new Hono();
  app.use(localOnly, secureHeaders({ contentSecurityPolicy: POLICY, referrerPolicy: 'no-referrer' }));
  if (backend.access !== undefined) app.use(requireAccess(backend.access));
  for (const path of ['/api/*', '/rpc/*', '/files/*']) app.use(path, sameOriginOnly);
  app.use('/rpc/*', (context, next) =>
    backend.inspector.runRoute(context.req.path.replace('/rpc', ''), next),
  );
  app.route('/rpc', createApi(backend, exports, traffic));
  app.route('/api', passThrough(backend));
  app.route('/files', files(backend, exports));
  app.all('/:kind{api|rpc|files}/*', () => {
    throw new HTTPException(404, { message: 'No such call.' });
  });
  app.use('/assets/*', immutable, serveStatic({ root: pages }));
  // After an update, an open page may request files that are gone. Those must not fall through to index.html.
  app.get('/assets/*', (context) => context.notFound());
  app.get('/*', revalidated, notFoundElsewhere, serveStatic({ root: pages, path: 'index.html' }));
  app.onError((error, context) => {
    const problem = problemOf(error);
    return context.json(problem, statusOf(problem));
  });
  return app;
}

const CROSS_ORIGIN = '403 Forbidden: cross-origin request';

/** Restricts the page to this server. */
const POLICY = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  // The style element of React Aria, which has nothing but a touch action.
  styleSrc: ["'self'", "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
};

/**
 * Accepts only loopback host names and same-origin requests. Otherwise other websites in the user's browser could call
 * this server, directly or by DNS rebinding.
 */
const localOnly: MiddlewareHandler = async (context, next) => {
  const { host } = new URL(context.req.url);
  const origin = context.req.header('origin');
  const isLocal = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
  if (!isLocal) return context.text('403 Forbidden: the console only accepts requests to localhost', 403);
  if (origin !== undefined && origin !== `http://${host}`) return context.text(CROSS_ORIGIN, 403);
  return next();
};

/**
 * Rejects calls and downloads that other sites trigger. They may link to a page of the console, but a download is logged
 * by the service as the user's activity.
 */
const sameOriginOnly: MiddlewareHandler = async (context, next) => {
  const site = context.req.header('sec-fetch-site') ?? 'none';
  if (site === 'same-origin' || site === 'none') return next();
  return context.text(CROSS_ORIGIN, 403);
};

/** Caches built files forever: their names contain a hash of their content. */
const immutable: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.res.ok) context.header('cache-control', 'public, max-age=31536000, immutable');
};

/** Responds with 404 for an address without a page. The page is served all the same, and says so. */
const notFoundElsewhere: MiddlewareHandler = async (context, next) => {
  await next();
  if (isPage(context.req.path) || !context.res.ok) return;
  context.res = new Response(context.res.body, { status: 404, headers: context.res.headers });
};

function isPage(path: string): boolean {
  return PAGE_PATHS.some((page) => path === page || path === `${page}/`);
}

/** Revalidates the page each time: it references built files, which change with an update. */
const revalidated: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('cache-control', 'no-cache');
};
