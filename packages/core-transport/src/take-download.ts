import type { Download, OpenBody } from './download.js';

/**
 * Makes a download of an answer. A resource that downloads does it, so that clients without downloads do without it; what
 * is made is loaded with the first one.
 */
export async function takeDownload(body: OpenBody): Promise<Download> {
  const { Download } = await import('./download.js');
  return new Download(body);
}
