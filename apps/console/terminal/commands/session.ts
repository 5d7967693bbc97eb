/** Demonstrates managed agents: runs a session whose agent calls a custom tool. */
import type { SessionEvent } from '@parlance/schemas';
import type { CommandContext } from './command.js';

/** Definition of the custom tool. */
const TOOL = {
  type: 'custom' as const,
  name: 'clock',
  description: 'Returns the current time in a city.',
  input_schema: {
    type: 'object' as const,
    properties: { city: { type: 'string' as const } },
    required: ['city'],
  },
};

/**
 * Creates an agent with a custom tool, an environment and a session. Sends a message, responds to tool calls, and prints
 * the events.
 *
 * @param context - Clients, and the message. Defaults to one that makes the emulator's agent call the tool.
 */
export async function session({ parlance, words, print, signal }: CommandContext): Promise<void> {
  const { agents, environments, sessions } = parlance.managedAgents;
  const text = words.length > 0 ? words.join(' ') : '/tool clock {"city":"Lisbon"}';
  const agent = await agents.create(
    { name: 'Clerk', model: 'assistant-sonnet-4-6', tools: [TOOL] },
    { signal },
  );
  const environment = await environments.create({ name: `Desk of ${agent.id}` }, { signal });
  const { id } = await sessions.create({ agent: agent.id, environment_id: environment.id }, { signal });
  const events = sessions.events.stream(id, { signal });
  await sessions.events.send(
    id,
    { events: [{ type: 'user.message', content: [{ type: 'text', text }] }] },
    { signal },
  );
  for await (const event of events) {
    print(describe(event));
    if (event.type === 'agent.custom_tool_use') {
      const content = [{ type: 'text' as const, text: `It is noon: ${JSON.stringify(event.input)}` }];
      const result = { type: 'user.custom_tool_result' as const, custom_tool_use_id: event.id, content };
      await sessions.events.send(id, { events: [result] }, { signal });
    }
    if (event.type === 'session.status_idle' && event.stop_reason.type === 'end_turn') break;
  }
  await sessions.archive(id, { signal });
}

function describe(event: SessionEvent): string {
  switch (event.type) {
    case 'user.message':
    case 'agent.message':
      return `${event.type}: ${event.content.map((block) => (block.type === 'text' ? block.text : block.type)).join(' ')}`;
    case 'agent.custom_tool_use':
      return `${event.type}: ${event.name} ${JSON.stringify(event.input)}`;
    case 'session.status_idle':
      return `${event.type}: ${event.stop_reason.type}`;
    default:
      return event.type;
  }
}
