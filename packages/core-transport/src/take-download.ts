import { Download } from './download.js';
import type { OpenBody } from './download.js';

/** Makes a download of a response. */
export function takeDownload(body: OpenBody): Download {
  return new Download(body);
}
