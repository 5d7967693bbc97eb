import { memo } from 'react';
import { Button, IconButton } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';
import { ProblemNotice } from '../ui/notice.js';
import { useDraft } from '../ui/stored.js';
import { BlockView } from './block-view.js';
import { conversation } from './conversation.js';
import { TurnFacts } from './turn-facts.js';
import { textOf, type Turn, type TurnBlock } from './turn.js';

interface Props {
  readonly turn: Turn;
  /** The next turn, if it may hold tool results. */
  readonly next: Turn | undefined;
  readonly isLast: boolean;
  /** Whether it is the last question, which can be edited. */
  readonly isQuestion: boolean;
}

/** One turn. Completed turns never change, so they render once. */
export const TurnView = memo(function TurnView({ turn, next, isLast, isQuestion }: Props) {
  const blocks = turn.blocks.filter((block) => block.type !== 'tool_result');
  if (turn.role === 'user' && blocks.length === 0) return null;
  const writing = turn.state === 'writing';
  return (
    <article
      className={`turn ${turn.role} ${turn.state}`}
      aria-label={turn.role === 'user' ? 'You' : 'Reply'}
      aria-busy={writing}
    >
      {turn.resumed === 'again' && <Remark>Retried because the reply above was cut off.</Remark>}
      {blocks.map((block, index) => (
        <BlockView
          key={index}
          block={block}
          isReply={turn.role === 'assistant'}
          writing={writing && index === blocks.length - 1}
          result={resultOf(block, next)}
        />
      ))}
      {writing && blocks.length === 0 && (
        <span className="caret" role="status" aria-label="Waiting for a reply" />
      )}
      <TurnStatus turn={turn} isLast={isLast} />
      {turn.role === 'assistant' && <TurnFacts turn={turn} />}
      {turn.state === 'done' && textOf(turn.blocks) !== '' && (
        <div className="row">
          <CopyButton text={textOf(turn.blocks)} label="Copy message">
            {''}
          </CopyButton>
          {isQuestion && blocks.every(({ type }) => type === 'text') && <EditButton />}
          {isLast && turn.role === 'assistant' && (
            <IconButton icon="refresh" label="Regenerate" isSmall onClick={() => conversation.regenerate()} />
          )}
        </div>
      )}
    </article>
  );
});

/** Moves the last question back to the message box, above what was typed there. */
function EditButton() {
  const [, setMessage] = useDraft('message chat');
  const edit = () => {
    const question = conversation.takeBack();
    setMessage((typed) => [question, typed].filter((text) => text !== '').join('\n'));
  };
  return <IconButton icon="edit" label="Edit" isSmall onClick={edit} />;
}

/** Why the turn ended, and a button to continue or retry it. */
function TurnStatus({ turn, isLast }: { readonly turn: Turn; readonly isLast: boolean }) {
  const { state, stopReason, limit, problem, resumed } = turn;
  const canContinue = isLast && (state === 'cut' || state === 'stopped');
  return (
    <>
      {stopReason === 'refusal' && (
        <p className="notice">
          <Icon name="warn" />
          The model declined to answer.
        </p>
      )}
      {stopReason === 'max_tokens' && <Remark>The reply reached the token limit.</Remark>}
      {state === 'stopped' && <Remark>Stopped. The partial reply is kept.</Remark>}
      {state === 'replaced' && <Remark>Cut off here. This part is no longer sent to the model.</Remark>}
      {state === 'done' && resumed === 'continued' && (
        <Remark>Cut off, then resumed where it stopped.</Remark>
      )}
      {limit !== undefined && (
        <Remark>The model called tools {limit} times in a row without finishing.</Remark>
      )}
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {canContinue && (
        <Button size="tiny" icon="refresh" onClick={() => conversation.continueReply()}>
          {turn.blocks.length === 0 && limit === undefined ? 'Try again' : 'Continue'}
        </Button>
      )}
    </>
  );
}

function Remark({ children }: { readonly children: React.ReactNode }) {
  return <p className="muted small">{children}</p>;
}

function resultOf(block: TurnBlock, next: Turn | undefined) {
  if (block.type !== 'tool_use') return undefined;
  return next?.blocks.find((other) => other.type === 'tool_result' && other.tool_use_id === block.id) as
    Extract<TurnBlock, { type: 'tool_result' }> | undefined;
}
