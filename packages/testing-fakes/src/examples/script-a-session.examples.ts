/* Scripts the tools, servers, credentials and errors that a session encounters. */
// #region Script a session
import { createFake } from '@parlance/testing-fakes';

const fake = createFake({
  scenario: {
    sessions: {
      tools: { bash: [{ match: 'ls', text: 'README.md' }] },
      mcp_servers: { tracker: { tools: { find: [{ text: 'Issue 7' }] } } },
      credentials: {
        'https://mcp.example/sse': { probe: { status_code: 401 }, refresh: { status_code: 400 } },
      },
      grader: [{ result: 'needs_revision', explanation: 'Too short' }],
      replies: [{ error: { type: 'model_overloaded_error', message: 'Busy', retry: 'retrying' } }],
    },
  },
});
console.log(fake.scenarioProblems()); // what the sessions have not used yet
// #endregion
