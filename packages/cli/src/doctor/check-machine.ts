/** Checks of the machine: Node.js, the configuration, the proxy and the store. */
import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import path from 'node:path';
import { InferenceClient } from '@parlance/inference';
import type { Settings } from '../config/settings.js';
import { sqliteFile } from '../config/sqlite-file.js';
import { failed, type Finding } from './finding.js';

const LOW_DISK_BYTES = 1024 ** 3;

/** Reports the version of Node.js, which is checked before anything else runs. */
export function checkNode(): Finding {
  return { name: 'node', status: 'ok', message: `Node.js ${process.versions.node}` };
}

/** Reports the configuration file. */
export function checkConfig({ loaded }: Settings): Finding {
  const message = loaded.file ?? 'no configuration file; options and environment variables are used';
  return { name: 'config', status: 'ok', message };
}

/** Reports the URL of the service. */
export async function checkBaseUrl(settings: Settings): Promise<Finding> {
  const name = 'base_url';
  try {
    const options = settings.clientOptions();
    // A client checks its options. It sends nothing here, so any key will do.
    await new InferenceClient({ ...options, apiKey: 'unused' }).close();
    return { name, status: 'ok', message: shownUrl(options.baseUrl ?? '') };
  } catch (error) {
    const fix = 'Set PARLANCE_BASE_URL to the address of the service, such as https://api.example.com.';
    return failed(name, error, fix);
  }
}

/**
 * Reports the proxy that requests use.
 *
 * @param baseUrl - URL of the service.
 * @param env - Environment variables.
 */
export function checkProxy(baseUrl: string, env: Readonly<Record<string, string | undefined>>): Finding {
  const name = 'proxy';
  const scheme = baseUrl.startsWith('http:') ? 'HTTP' : 'HTTPS';
  const variable = [`${scheme.toLowerCase()}_proxy`, `${scheme}_PROXY`].find((name) => Boolean(env[name]));
  if (variable === undefined) return { name, status: 'ok', message: 'no proxy' };
  const proxy = env[variable] ?? '';
  const exceptions = env['no_proxy'] ?? env['NO_PROXY'];
  if (!/^https?:$/.test(URL.parse(proxy)?.protocol ?? ''))
    return {
      name,
      status: 'failed',
      message: `${variable} is not the URL of a proxy`,
      fix: `Set ${variable} to the URL of the proxy, such as http://proxy.example.com:8080, or unset it.`,
    };
  const except = exceptions === undefined || exceptions === '' ? '' : `, except for ${exceptions}`;
  return { name, status: 'ok', message: `${shownUrl(proxy)} from ${variable}${except}` };
}

/** Opens the store if it exists; otherwise checks that it can be created. */
export async function checkStore(settings: Settings): Promise<Finding> {
  const name = 'store';
  try {
    const url = settings.storeUrl;
    const file = sqliteFile(url);
    if (file !== undefined && !existsSync(file)) return await newStore(file);
    await using store = await settings.openStore();
    await store.check();
    await store.transaction((transaction) => transaction.now());
    const free = file === undefined ? undefined : await freeBytes(path.dirname(file));
    return withSpace({ name, status: 'ok', message: `${store.location} (${store.kind})` }, free);
  } catch (error) {
    return failed(name, error, 'Use --store or PARLANCE_STORE, for example sqlite:./parlance.db.');
  }
}

async function newStore(file: string): Promise<Finding> {
  const name = 'store';
  const folder = path.dirname(file);
  const failure = await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => error);
  if (failure instanceof Error)
    return {
      name,
      status: 'failed',
      message: `${file} cannot be created: ${failure.code === 'ENOENT' ? 'its folder does not exist' : 'its folder is not writable'}`,
      fix: 'Create the folder, change its permissions, or use another file with --store or PARLANCE_STORE.',
    };
  return withSpace(
    { name, status: 'ok', message: `${file} does not exist yet; it is created when needed` },
    await freeBytes(folder),
  );
}

function withSpace(finding: Finding, free: number | undefined): Finding {
  if (free === undefined || free >= LOW_DISK_BYTES) return finding;
  const message = `${finding.message}; the disk has only ${Math.round(free / 1024 ** 2)} MB left`;
  return { ...finding, status: 'warning', message, fix: 'Free space on the disk.' };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A URL without user, password and query. */
function shownUrl(url: string): string {
  if (!URL.canParse(url)) return 'an invalid URL';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
