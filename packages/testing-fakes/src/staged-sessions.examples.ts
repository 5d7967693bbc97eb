/** Examples of sessions for the README, run by the tests. */
import { createFake, stageSessions } from '@parlance/testing-fakes';

/** Stages the tools, servers, credentials and errors that a session encounters. */
export async function stage(): Promise<void> {
  const fake = createFake();
  // #region Stage a session
  stageSessions(fake.world(), {
    tools: { bash: [{ match: 'ls', text: 'README.md' }] },
    mcp_servers: { tracker: { tools: { find: [{ text: 'Issue 7' }] } } },
    credentials: {
      'https://mcp.example/sse': { probe: { status_code: 401 }, refresh: { status_code: 400 } },
    },
    grader: [{ result: 'needs_revision', explanation: 'Too short' }],
    replies: [{ error: { type: 'model_overloaded_error', message: 'Busy', retry: 'retrying' } }],
  });
  // #endregion
}
