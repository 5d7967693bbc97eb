import { describe, expect, test } from 'vitest';
import { verifies } from '../../testing/index.js';
import { stagedSession, typesOf, type AnyEvent } from '../testing/staged-session.js';

const custom = (name: string) => ({ type: 'custom', name, description: 'd', input_schema: {} });
const toolset = (more: object = {}) => ({ type: 'agent_toolset_20260401', ...more });
const asks = { permission_policy: { type: 'always_ask' } };
const find = (events: AnyEvent[], type: string) => events.filter((event) => event.type === type);
const text = (event: AnyEvent | undefined) => event?.content?.[0]?.text;

describe('a custom tool', () => {
  test('pauses the session until the client sends the result', async () => {
    verifies('AGT-072', 'SES-018', 'SES-019', 'EVT-001', 'EVT-002');
    const { say, send, retrieve } = await stagedSession({ agent: { tools: [custom('weather')] } });
    const { since } = await say('/tool weather {"city":"Oslo"}');
    const [use] = find(since, 'agent.custom_tool_use');
    expect(use).toMatchObject({ name: 'weather', input: { city: 'Oslo' }, session_thread_id: null });
    expect(since.at(-1)).toMatchObject({
      type: 'session.status_idle',
      stop_reason: { type: 'requires_action', event_ids: [use?.id] },
    });
    expect((await retrieve()).status).toBe('idle');
    const answer = {
      type: 'user.custom_tool_result',
      custom_tool_use_id: use?.id,
      content: [{ type: 'text', text: 'rain' }],
    };
    const { since: after } = await send(answer);
    expect(typesOf(after)).toEqual([
      'user.custom_tool_result',
      'session.status_running',
      'agent.message',
      'session.status_idle',
    ]);
    expect(text(after.find(({ type }) => type === 'agent.message'))).toBe('You said: rain');
  });

  test('keeps the session idle until all pending results are sent', async () => {
    verifies('SES-018', 'EVT-001');
    const { say, send } = await stagedSession({ agent: { tools: [custom('a'), custom('b')] } });
    const { since } = await say('/tool a {}\n/tool b {}');
    const ids = find(since, 'agent.custom_tool_use').map(({ id }) => id);
    expect(since.at(-1)?.stop_reason.event_ids).toEqual(ids);
    const answer = (id: string | undefined) => ({ type: 'user.custom_tool_result', custom_tool_use_id: id });
    const { since: some } = await send(answer(ids[0]));
    expect(typesOf(some)).toEqual(['user.custom_tool_result', 'session.status_idle']);
    expect(some.at(-1)?.stop_reason).toEqual({ type: 'requires_action', event_ids: [ids[1]] });
    expect(typesOf((await send(answer(ids[1]))).since).at(-1)).toBe('session.status_idle');
  });

  test('accepts one result of the right type', async () => {
    verifies('EVT-002');
    const { say, send, ask, path } = await stagedSession({ agent: { tools: [custom('a')] } });
    const { since } = await say('/tool a {}');
    const [use] = find(since, 'agent.custom_tool_use');
    const answer = { type: 'user.custom_tool_result', custom_tool_use_id: use?.id };
    const post = (event: object) => ask(`POST ${path}/events`, { events: [event] });
    expect(await post({ ...answer, custom_tool_use_id: 'sevt_none' })).toMatchObject({
      status: 400,
      rule: 'EVT-002',
    });
    expect(
      await post({ type: 'user.tool_confirmation', tool_use_id: use?.id, result: 'allow' }),
    ).toMatchObject({
      status: 400,
      rule: 'EVT-002',
    });
    const twice = await ask(`POST ${path}/events`, { events: [answer, answer] });
    expect(twice).toMatchObject({ status: 409, rule: 'EVT-002' });
    const late = await ask(`POST ${path}/events`, { events: [{ type: 'user.interrupt' }, answer] });
    expect(late).toMatchObject({ status: 409, rule: 'EVT-002' });
    expect((await send(answer)).status).toBe(200);
    expect(await post(answer)).toMatchObject({ status: 409, rule: 'EVT-002' });
  });
});

describe('a built-in tool', () => {
  test('that is always allowed runs immediately', async () => {
    verifies('AGT-019');
    const { say } = await stagedSession({ agent: { tools: [toolset()] } });
    const { since } = await say('/tool write {"file_path":"a.txt","content":"hi"}');
    expect(typesOf(since)).toEqual([
      'user.message',
      'session.status_running',
      'agent.tool_use',
      'agent.tool_result',
      'agent.message',
      'session.status_idle',
    ]);
    expect(find(since, 'agent.tool_use')[0]).toMatchObject({ name: 'write', evaluated_permission: 'allow' });
    expect(find(since, 'agent.tool_result')[0]).toMatchObject({ is_error: false });
  });

  test('that always asks waits for a confirmation', async () => {
    verifies('AGT-020');
    const { say, send } = await stagedSession({ agent: { tools: [toolset({ default_config: asks })] } });
    const write = '/tool write {"file_path":"a.txt","content":"hi"}';
    const { since } = await say(write);
    const [use] = find(since, 'agent.tool_use');
    expect(use?.evaluated_permission).toBe('ask');
    expect(since.at(-1)?.stop_reason).toEqual({ type: 'requires_action', event_ids: [use?.id] });
    const allow = { type: 'user.tool_confirmation', tool_use_id: use?.id, result: 'allow' };
    expect(typesOf((await send(allow)).since)).toEqual([
      'user.tool_confirmation',
      'session.status_running',
      'agent.tool_result',
      'agent.message',
      'session.status_idle',
    ]);
    const [again] = find((await say('/tool read {"file_path":"a.txt"}')).since, 'agent.tool_use');
    const deny = {
      type: 'user.tool_confirmation',
      tool_use_id: again?.id,
      result: 'deny',
      deny_message: 'Not now.',
    };
    const [denied] = find((await send(deny)).since, 'agent.tool_result');
    expect(denied).toMatchObject({
      tool_use_id: again?.id,
      is_error: true,
      content: [{ type: 'text', text: 'Not now.' }],
    });
  });

  test('returns a staged result when it needs external access', async () => {
    const { say } = await stagedSession({
      agent: { tools: [toolset()] },
      stage: {
        tools: {
          bash: [
            { match: 'ls', text: 'a.txt' },
            { text: 'no such command', is_error: true },
          ],
        },
      },
    });
    const results = async (line: string) => find((await say(line)).since, 'agent.tool_result')[0];
    expect(text(await results('/tool bash {"command":"ls"}'))).toBe('a.txt');
    expect(await results('/tool bash {"command":"rm"}')).toMatchObject({ is_error: true });
    expect(await results('/tool web_search {"query":"x"}')).toMatchObject({ is_error: true });
  });

  test('that is disabled is not available', async () => {
    const off = toolset({ configs: [{ name: 'bash', enabled: false }] });
    const { say } = await stagedSession({
      agent: { tools: [off] },
      stage: { replies: [{ calls: [{ name: 'bash', input: {} }] }] },
    });
    const { since } = await say('go');
    expect(find(since, 'agent.tool_use')[0]?.evaluated_permission).toBe('deny');
    expect(find(since, 'agent.tool_result')[0]?.is_error).toBe(true);
  });

  test('is run by the client in a self-hosted environment', async () => {
    const { say, send } = await stagedSession({
      agent: { tools: [toolset()] },
      environment: { config: { type: 'self_hosted' } },
    });
    const { since } = await say('/tool bash {"command":"ls"}');
    const [use] = find(since, 'agent.tool_use');
    expect(since.at(-1)?.stop_reason.event_ids).toEqual([use?.id]);
    const { since: after } = await send({
      type: 'user.tool_result',
      tool_use_id: use?.id,
      content: [{ type: 'text', text: 'b.txt' }],
    });
    expect(text(find(after, 'agent.message')[0])).toBe('You said: b.txt');
  });
});

describe('a tool of an MCP server', () => {
  const agent = {
    mcp_servers: [{ type: 'url', name: 'tracker', url: 'https://mcp.example' }],
    tools: [
      {
        type: 'mcp_toolset',
        mcp_server_name: 'tracker',
        default_config: { permission_policy: { type: 'always_allow' } },
      },
    ],
  };

  test('returns a staged result', async () => {
    const { say } = await stagedSession({
      agent,
      stage: { mcp_servers: { tracker: { tools: { find: [{ text: 'Issue 7' }] } } } },
    });
    const { since } = await say('/tool find {"query":"bug"}');
    const [use] = find(since, 'agent.mcp_tool_use');
    expect(use).toMatchObject({ mcp_server_name: 'tracker', name: 'find', evaluated_permission: 'allow' });
    expect(find(since, 'agent.mcp_tool_result')[0]).toMatchObject({
      mcp_tool_use_id: use?.id,
      is_error: false,
    });
  });

  test('fails when its server fails, with a session.error event', async () => {
    const { say } = await stagedSession({
      agent,
      stage: { mcp_servers: { tracker: { tools: { find: [] }, fails: 'authentication' } } },
    });
    const { since } = await say('/tool find {}');
    expect(find(since, 'agent.mcp_tool_result')[0]?.is_error).toBe(true);
    expect(find(since, 'session.error')[0]?.error).toMatchObject({
      type: 'mcp_authentication_failed_error',
      mcp_server_name: 'tracker',
    });
  });

  const tracker = { tools: { find: [{ text: 'Issue 7' }] } };
  const start = async (auth: object | undefined, stage: object) => {
    const staged = await stagedSession({ agent, stage: { mcp_servers: { tracker }, ...stage } });
    const { json: vault } = await staged.ask('POST /v1/vaults', { display_name: 'keys' });
    if (auth !== undefined) {
      const added = { auth: { mcp_server_url: 'https://mcp.example', ...auth } };
      expect(await staged.ask(`POST /v1/vaults/${vault.id}/credentials`, added)).toMatchObject({
        status: 200,
      });
    }
    const { json: session } = await staged.ask('POST /v1/sessions', {
      agent: staged.agent.id,
      environment_id: staged.environment.id,
      vault_ids: [vault.id],
    });
    return { ...staged, vault, session };
  };
  const use = async ({ ask, session }: Awaited<ReturnType<typeof start>>): Promise<AnyEvent[]> => {
    const content = [{ type: 'text', text: '/tool find {}' }];
    await ask(`POST /v1/sessions/${session.id}/events`, { events: [{ type: 'user.message', content }] });
    for (;;) {
      if ((await ask(`GET /v1/sessions/${session.id}`)).json.status === 'idle') break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const events: AnyEvent[] = (await ask(`GET /v1/sessions/${session.id}/events`)).json.data;
    return events.slice(events.findLastIndex(({ type }) => type === 'user.message'));
  };
  const bearer = { type: 'static_bearer', token: 'secret' };
  const oauth = {
    type: 'mcp_oauth',
    access_token: 'secret',
    expires_at: '2026-06-01T00:10:00Z',
    refresh: {
      client_id: 'client',
      refresh_token: 'secret',
      token_endpoint: 'https://auth.example/token',
      token_endpoint_auth: { type: 'none' },
    },
  };
  const refused = { credentials: { 'https://mcp.example': { probe: { status_code: 401 } } } };
  const refreshed = (status_code: number) => ({
    credentials: { 'https://mcp.example': { refresh: { status_code } } },
  });

  test.each([
    ['is accepted', bearer, {}, 0],
    ['is rejected with 401', bearer, refused, 0],
    [
      'is missing where the server requires one',
      undefined,
      { mcp_servers: { tracker: { ...tracker, requires_credential: true } } },
      0,
    ],
    ['is missing where the server requires none', undefined, {}, 0],
    ['has expired without a refresh token', { ...oauth, refresh: undefined }, {}, 3_600_000],
    ['has expired and cannot be refreshed', oauth, refreshed(400), 3_600_000],
    ['has expired and is refreshed', oauth, refreshed(200), 3_600_000],
  ])('whose credential %s', async (name, auth, stage, waits) => {
    const place = await start(auth, stage);
    place.world.clock.advance(waits);
    const events = await use(place);
    const works = /is accepted|requires none|is refreshed/.test(name);
    expect(find(events, 'agent.mcp_tool_result')[0]?.is_error).toBe(!works);
    expect(find(events, 'session.error').map(({ error }) => error)).toMatchObject(
      works ? [] : [{ type: 'mcp_authentication_failed_error', mcp_server_name: 'tracker' }],
    );
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  test('does not use the credentials of an archived vault', async () => {
    const place = await start(bearer, {
      mcp_servers: { tracker: { ...tracker, requires_credential: true } },
    });
    expect(find(await use(place), 'session.error')).toEqual([]);
    await place.ask(`POST /v1/vaults/${place.vault.id}/archive`);
    expect(find(await use(place), 'session.error')).toHaveLength(1);
  });

  test('asks for confirmation by default', async () => {
    verifies('AGT-020');
    const { say } = await stagedSession({
      agent: { ...agent, tools: [{ type: 'mcp_toolset', mcp_server_name: 'tracker' }] },
      stage: { mcp_servers: { tracker: { tools: { find: [{ text: 'x' }] } } } },
    });
    expect(find((await say('/tool find {}')).since, 'agent.mcp_tool_use')[0]?.evaluated_permission).toBe(
      'ask',
    );
  });
});
