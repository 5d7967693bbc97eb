/** Entry for Next.js: copy it to `app/api/[...path]/route.ts`. */
import { app } from './app.ts';

export const POST = (request: Request): Response | Promise<Response> => app.fetch(request);
