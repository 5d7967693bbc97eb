import type { ToolResultBlockParam } from '@parlance/schemas';
import { Icon } from '../ui/icon.js';
import type { TurnBlock } from './turn.js';

interface Props {
  readonly block: Extract<TurnBlock, { type: 'tool_use' | 'server_tool_use' }>;
  readonly writing: boolean;
  readonly result: ToolResultBlockParam | undefined;
}

/** A tool call: its input while it streams, then its result. */
export function ToolCall({ block, writing, result }: Props) {
  const input = block.partialJson ?? JSON.stringify(block.input, null, 2);
  const failed = result?.is_error === true;
  return (
    <section className="card tool" aria-label={`Tool ${block.name}`}>
      <header className="row">
        <Icon name="tool" size={16} />
        <strong className="mono">{block.name}</strong>
        <span className={`chip ${failed ? 'bad' : result === undefined ? 'accent' : 'good'}`}>
          {failed ? 'failed' : result !== undefined ? 'done' : writing ? 'writing input' : 'not run'}
        </span>
      </header>
      <pre>{input}</pre>
      {result !== undefined && <pre className="result">{textOf(result)}</pre>}
    </section>
  );
}

function textOf({ content }: ToolResultBlockParam): string {
  if (content === undefined || typeof content === 'string') return content ?? '';
  return content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n');
}
