import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Settings, type SharedOptions } from './settings.js';

const CONFIG = {
  baseUrl: 'https://file.example.com',
  naming: { vendor: 'file' },
  store: 'sqlite:file.db',
  archive: 'file-archive',
  export: { searchFile: 'file-search.db' },
  keys: { compliance: { file: 'file.key' } },
};
const VARIABLES = {
  PARLANCE_BASE_URL: 'https://variable.example.com',
  PARLANCE_NAMING: 'vendor=variable',
  PARLANCE_STORE: 'sqlite:variable.db',
  PARLANCE_ARCHIVE: 'variable-archive',
  PARLANCE_SEARCH_FILE: 'variable-search.db',
  PARLANCE_COMPLIANCE_KEY: 'key of the variable',
};
const OPTIONS: SharedOptions = {
  baseUrl: 'https://option.example.com',
  naming: 'vendor=option',
  store: 'sqlite:option.db',
  archive: 'option-archive',
  searchFile: 'option-search.db',
  keyFile: 'option.key',
};

/** The settings of a folder with the configuration file. */
async function settingsOf(options: SharedOptions, env: Record<string, string>, config: object = CONFIG) {
  const cwd = await mkdtemp(path.join(tmpdir(), 'parlance-settings-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await writeFile(path.join(cwd, 'parlance.config.json'), JSON.stringify(config));
  for (const name of ['file', 'option']) await writeFile(path.join(cwd, `${name}.key`), `key of the ${name}`);
  const settings = await Settings.load(options, { env, cwd });
  const { credential } = (await settings.findKey('compliance')) ?? {};
  const client = settings.baseUrl === undefined ? undefined : settings.clientOptions();
  return {
    baseUrl: client?.baseUrl,
    vendor: client?.naming?.vendor,
    store: settings.storeUrl.replace(`${cwd}/`, ''),
    archive: path.relative(cwd, settings.archive),
    searchFile: settings.searchFile === undefined ? undefined : path.relative(cwd, settings.searchFile),
    key: typeof credential === 'function' ? await credential() : credential,
  };
}

/** What the settings are if all come from one place. */
const from = (place: string) => ({
  baseUrl: `https://${place}.example.com`,
  vendor: place,
  store: `sqlite:${place}.db`,
  archive: `${place}-archive`,
  searchFile: `${place}-search.db`,
  key: `key of the ${place}`,
});

test('options take precedence over environment variables and the configuration', async () => {
  expect(await settingsOf(OPTIONS, VARIABLES)).toEqual(from('option'));
});

test('environment variables take precedence over the configuration', async () => {
  expect(await settingsOf({}, VARIABLES)).toEqual(from('variable'));
});

test('the configuration takes precedence over the defaults, and an empty variable is not set', async () => {
  const empty = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, '']));
  expect(await settingsOf({}, empty)).toEqual(from('file'));
});

test('without any, the defaults apply', async () => {
  expect(await settingsOf({}, {}, {})).toEqual({
    baseUrl: undefined,
    vendor: undefined,
    store: 'sqlite:parlance.db',
    archive: 'archive',
    searchFile: undefined,
    key: undefined,
  });
});

test.each([
  [{ keyFile: ['compliance=option.key', 'compliance=file.key'] }],
  [{ keyCommand: ['compliance=true', 'compliance=false'] }],
  [{ keyFile: ['compliance=option.key'], keyCommand: ['compliance=true'] }],
  [{ keyFile: 'option.key', keyCommand: 'true' }],
])('two sources of one key are refused, because only one can be used: %j', async (options) => {
  await expect(settingsOf(options, {})).rejects.toThrow(
    '--key-file and --key-command set the compliance key twice.',
  );
});

test('keys of different kinds come from files and commands', async () => {
  const keyFile = ['api=option.key', 'compliance=option.key'];
  expect((await settingsOf({ keyFile, keyCommand: ['admin=false'] }, {})).key).toBe('key of the option');
});
