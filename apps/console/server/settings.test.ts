import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.js';

describe('settings', () => {
  test('default to an emulator and an open browser', () => {
    expect(readSettings([], {})).toEqual({
      port: undefined,
      open: true,
      exports: 'parlance-data/exports',
      service: undefined,
      emulator: { demo: {} },
    });
  });

  test('set the port, and keep the browser closed', () => {
    expect(readSettings(['--port', '4170', '--no-open'], {})).toMatchObject({ port: 4170, open: false });
    expect(readSettings(['--port=4171'], {})).toMatchObject({ port: 4171, open: true });
  });

  test('set the folder of the exports', () => {
    expect(readSettings(['--exports', 'data/exports'], {}).exports).toBe('data/exports');
  });

  test('set the size of the demo organization and the file that keeps it', () => {
    const options = ['--users', '20', '--chats', '300', '--activities=1000', '--data', 'world.db'];
    expect(readSettings(options, {}).emulator).toEqual({
      demo: { users: 20, chats: 300, activities: 1000 },
      data: 'world.db',
    });
  });

  test('connect to a service with the keys that are set', () => {
    const env = { PARLANCE_BASE_URL: 'https://service.example', PARLANCE_ADMIN_KEY: 'k' };
    expect(readSettings([], env).service).toEqual({
      baseUrl: 'https://service.example',
      apiKey: undefined,
      adminKey: 'k',
      complianceKey: undefined,
    });
  });

  test.each([
    [
      ['--prot', '1'],
      {},
      'unknown option "--prot" (did you mean "--port"?); allowed: --port, --exports, --users, --chats, --activities, --data, --no-open',
    ],
    [['--port', '70000'], {}, '--port: must be a whole number from 0 to 65535, not "70000"'],
    [['--exports'], {}, '--exports: needs a value'],
    [['--exports', '--no-open'], {}, '--exports: needs a value'],
    [['--exports='], {}, '--exports: needs a value'],
    [
      ['--port=x', '--no-open=1'],
      {},
      '--port: must be a whole number from 0 to 65535, not "x"\n--no-open: takes no value',
    ],
    [['--port'], {}, '--port: needs a value'],
    [['--chats', '-1'], {}, '--chats: must be a whole number from 0 to 1000000, not "-1"'],
    [
      ['--users', '20', '--data', 'a.db'],
      { PARLANCE_BASE_URL: 'https://service.example', PARLANCE_API_KEY: 'k' },
      '--users: sets up the built-in emulator; unset PARLANCE_BASE_URL to use it\n--data: sets up',
    ],
    [['--port', '1', '--port=2'], {}, '--port: must not be repeated'],
    [['--no-open', '--no-open'], {}, '--no-open: must not be repeated'],
    [[], { PARLANCE_BASE_URL: 'service' }, 'PARLANCE_BASE_URL: must be an absolute URL'],
    [[], { PARLANCE_BASE_URL: 'ftp://service.example' }, 'PARLANCE_BASE_URL: must be an absolute URL'],
    [[], { PARLANCE_BASE_URL: 'http://service.example', PARLANCE_API_KEY: 'k' }, 'must use https:'],
    [[], { PARLANCE_BASE_URL: 'https://service.example' }, 'PARLANCE_BASE_URL is set, but no key is'],
    [[], { PARLANCE_BASE_URL: 'x', PARLANCE_LOG: 'y' }, 'example.com\nPARLANCE_LOG: must be off, error'],
    [[], { PARLANCE_API_KEY: 'k' }, 'A key is set, but PARLANCE_BASE_URL is not'],
  ])('%j with %j are rejected with an actionable message', (args, env, message) => {
    expect(() => readSettings(args, env)).toThrow(message);
  });
});
