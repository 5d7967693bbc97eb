import type { Download } from './download.js';
import type { HttpResponse } from './http-adapter.js';
import type { Call } from './pipeline/call.js';

/**
 * Takes the bytes of a response. A resource that downloads hands it to the transport, so that clients without downloads
 * do without it; what it makes is loaded with the first one.
 */
export async function takeDownload(call: Call, response: HttpResponse): Promise<Download> {
  const { Download } = await import('./download.js');
  return new Download(call, response);
}
