import { useQuery } from '@tanstack/react-query';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { api, query } from '../api.js';
import { conversation } from './conversation.js';
import examples from './examples.json' with { type: 'json' };

/** Shown while the conversation is empty. */
export function Welcome() {
  const { data: about } = useQuery(query(api.service.about));
  const isEmulator = about?.emulator !== false;
  // The emulator understands commands.
  const commands = isEmulator ? examples : examples.slice(0, 1);
  return (
    <Empty icon="chat" title="Chat with the inference API">
      <p>
        Every reply streams through the SDK.
        {isEmulator && ' The emulator echoes your messages. Try one of these:'}
      </p>
      <div className="row examples">
        {commands.map(({ label, text }) => (
          <Button key={label} size="tiny" onClick={() => void conversation.send([{ type: 'text', text }])}>
            {label}
          </Button>
        ))}
      </div>
    </Empty>
  );
}
