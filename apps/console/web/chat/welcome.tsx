import { useQuery } from '@tanstack/react-query';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { api, query } from '../api.js';
import { conversation } from './conversation.js';

const MARKDOWN = `Here is some **Markdown**, as models write it:

1. a list, with \`code\` in it
2. and a [link](https://example.com)

| Deadline | Default |
| --- | ---: |
| connect | 10 s |
| headers | 60 s |

\`\`\`ts
const message = await inference.messages.create({ model, max_tokens: 1024, messages });
\`\`\``;

/** Example messages. The emulator understands the commands. */
const EXAMPLES: readonly (readonly [label: string, text: string])[] = [
  ['Say hello', 'Hello! What can this console show me?'],
  ['Call a tool', '/tool current_time {"time_zone": "Europe/Lisbon"}'],
  ['Make a tool fail', '/tool current_time {"time_zone": "Mars/Olympus"}'],
  ['Show thinking', '/think The user wants to see how collapsed thinking looks.'],
  ['Long reply', '/long 400'],
  ['Markdown', MARKDOWN],
];

/** Shown while the conversation is empty. */
export function Welcome() {
  const { data: about } = useQuery(query(api.service.about));
  const isEmulator = about?.emulator !== false;
  const commands = isEmulator ? EXAMPLES : EXAMPLES.slice(0, 1);
  return (
    <Empty icon="chat" title="Chat with the inference API">
      <p>
        Every reply streams through the SDK.
        {isEmulator && ' The emulator echoes your messages. Try one of these:'}
      </p>
      <div className="examples">
        {commands.map(([label, text]) => (
          <Button key={label} size="tiny" onClick={() => void conversation.send([{ type: 'text', text }])}>
            {label}
          </Button>
        ))}
      </div>
    </Empty>
  );
}
