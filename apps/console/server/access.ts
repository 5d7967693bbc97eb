import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { Problem } from './problem.js';

/** Restricts a console that holds API keys to the user who started it. */
export interface Access {
  /** Token in the URL that the console prints. Created at each start. */
  readonly token: string;
  /** Value of the cookie that replaces the token after the first visit. Survives a restart with the same keys. */
  readonly session: string;
}

/** Creates the access to a console that holds API keys. */
export function createAccess(keys: readonly string[]): Access {
  const session = createHmac('sha256', JSON.stringify(keys)).update('parlance console').digest('base64url');
  return { token: randomBytes(24).toString('base64url'), session };
}

/** Rejects requests without the cookie. A page that is requested with the token sets the cookie. */
export function requireAccess({ token, session }: Access): MiddlewareHandler {
  return async (context, next) => {
    const url = new URL(context.req.url);
    // Cookies are shared by all ports of a host.
    const cookie = `parlance-console-${url.port}`;
    const submitted = url.searchParams.get('token');
    if (context.req.method === 'GET' && submitted !== null && isEqual(submitted, token)) {
      setCookie(context, cookie, session, { httpOnly: true, sameSite: 'Strict', path: '/' });
      return enter(context, url);
    }
    if (isEqual(getCookie(context, cookie) ?? '', session)) return next();
    return isPage(url) ? context.text(`401 Unauthorized: ${HOW}\n`, 401) : context.json(UNAUTHORIZED, 401);
  };
}

const HOW =
  'this console holds API keys. Open it with the URL that it prints in its terminal, which contains a token.';

const UNAUTHORIZED: Problem = {
  kind: 'console',
  code: 'console_unauthorized',
  message: `401 Unauthorized: ${HOW}`,
};

function isPage({ pathname }: URL): boolean {
  return !/^\/(api|rpc|files)\//.test(pathname);
}

/**
 * Continues to the page without the token, so that it stays out of the history. A redirect would not do: after a click
 * in a web-based terminal, the browser would not send the cookie along.
 */
function enter(context: Context, url: URL): Response | Promise<Response> {
  const target = new URL(url);
  target.searchParams.delete('token');
  context.header('cache-control', 'no-store');
  return context.html(html`<!doctype html><meta http-equiv="refresh" content="0;url=${target.href}" />`);
}

/** Compares hashes, so that the time reveals nothing. */
function isEqual(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [
    Buffer,
    Buffer,
  ];
  return timingSafeEqual(left, right);
}
