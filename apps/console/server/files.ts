/** Binary transfers, which do not go through JSON: downloads of exports and attachments, and uploads for sessions. */
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Backend } from './backend.js';
import type { Exports } from './exports.js';

/** Creates the app that serves downloads and forwards uploads. It stores nothing itself. */
export function files({ parlance }: Backend, exports: Exports): Hono {
  const app = new Hono();
  app.get('/exports/:id/:name', async (context) => {
    const { id, name } = context.req.param();
    const content = await exports.openFile(id, name);
    if (content === undefined)
      throw new HTTPException(404, { message: 'No such file, or the export is not finished.' });
    const type = name.endsWith('.ndjson') ? 'application/x-ndjson' : 'application/octet-stream';
    return context.body(content, 200, { 'content-type': type, ...named(name) });
  });
  app.post('/uploads/:name', async ({ req, json }) => {
    const contentType = req.header('content-type');
    const data = new Uint8Array(await req.arrayBuffer());
    const file = { filename: req.param('name'), contentType, data };
    return json(await parlance.managedAgents.files.upload({ file }, { signal: req.raw.signal }));
  });
  app.get('/batches/:id', async (context) => {
    const id = context.req.param('id');
    const results = await parlance.inference.messages.batches.results(id, { signal: context.req.raw.signal });
    const headers = { 'content-type': 'application/x-ndjson', ...named(`${id}.jsonl`) };
    return context.body(results.toReadableStream(), 200, headers);
  });
  app.get('/:kind{files|generatedFiles|artifacts}/:id', async (context) => {
    const { kind, id } = context.req.param();
    const resource = parlance.compliance[kind as 'files' | 'generatedFiles' | 'artifacts'];
    const download = await resource.download(id, { signal: context.req.raw.signal });
    // Always sent as a download, never rendered: user content must not run in the console's origin.
    const headers = { 'content-type': 'application/octet-stream', ...named(download.filename ?? id) };
    return context.body(download.toReadableStream(), 200, headers);
  });
  return app;
}

function named(name: string): Record<string, string> {
  return { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` };
}
