/** Examples of sessions for the README, run by the tests. */
import { createFake } from '@parlance/testing-fakes';

/** Scripts the tools, servers, credentials and errors that a session encounters. */
export async function sessions(): Promise<void> {
  const fake = createFake();
  // #region Script a session
  fake.applyScenario({
    sessions: {
      tools: { bash: [{ match: 'ls', text: 'README.md' }] },
      mcp_servers: { tracker: { tools: { find: [{ text: 'Issue 7' }] } } },
      credentials: {
        'https://mcp.example/sse': { probe: { status_code: 401 }, refresh: { status_code: 400 } },
      },
      grader: [{ result: 'needs_revision', explanation: 'Too short' }],
      replies: [{ error: { type: 'model_overloaded_error', message: 'Busy', retry: 'retrying' } }],
    },
  });
  // #endregion
}
