import { Empty } from '../ui/empty.js';
import { useLoad } from '../ui/load.js';
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

/** What a visitor can begin with; the emulator obeys these commands. */
const EXAMPLES: readonly (readonly [label: string, text: string])[] = [
  ['Say something', 'Hello! What can this console show me?'],
  ['Call a tool', '/tool current_time {"time_zone": "Europe/Lisbon"}'],
  ['Let a tool fail', '/tool current_time {"time_zone": "Mars/Olympus"}'],
  ['Think first', '/think The user wants to see how thinking looks, folded.'],
  ['A long answer', '/long 400'],
  ['Markdown', MARKDOWN],
];

/** Stands where the conversation will be. */
export function Welcome() {
  const { data: about } = useLoad('service.about', null);
  const isEmulator = about?.emulator !== false;
  const commands = isEmulator ? EXAMPLES : EXAMPLES.slice(0, 1);
  return (
    <Empty icon="chat" title="A conversation over the inference API">
      <p>
        Every reply streams through the SDK.
        {isEmulator && ' The emulator repeats what you say, and obeys these commands:'}
      </p>
      <div className="examples">
        {commands.map(([label, text]) => (
          <button
            key={label}
            type="button"
            className="button tiny"
            onClick={() => void conversation.send([{ type: 'text', text }])}
          >
            {label}
          </button>
        ))}
      </div>
    </Empty>
  );
}
