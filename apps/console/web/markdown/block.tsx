import { memo } from 'react';
import type { MarkedToken, Token, Tokens } from 'marked';
import { CodeBlock } from './code-block.js';
import { Inline } from './inline.js';

/** Quotes and lists nested deeper than this are shown as source text. */
const MAX_DEPTH = 16;

interface Props<T> {
  readonly token: T;
  readonly depth: number;
}

/** A block element such as a paragraph, list or table. Renders again only when its token changes. */
export const Block = memo(function Block({ token, depth }: Props<Token>) {
  const known = token as MarkedToken;
  if (depth > MAX_DEPTH) return <p>{token.raw}</p>;
  switch (known.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading': {
      // The page itself has the h1.
      const Heading = `h${Math.min(6, known.depth + 1)}` as 'h2';
      return (
        <Heading>
          <Inline tokens={known.tokens} />
        </Heading>
      );
    }
    case 'code':
      return <CodeBlock text={known.text} language={known.lang} />;
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={known.tokens} depth={depth + 1} />
        </blockquote>
      );
    case 'list':
      return <List token={known} depth={depth} />;
    case 'table':
      return <Table token={known} />;
    case 'hr':
      return <hr />;
    case 'html':
      return <p className="as-written">{known.raw.trimEnd()}</p>;
    case 'text':
      return <Inline tokens={known.tokens ?? [known]} />;
    case 'paragraph':
      return (
        <p>
          <Inline tokens={known.tokens} />
        </p>
      );
    default:
      return <p>{token.raw}</p>;
  }
});

function Blocks({ tokens, depth }: { readonly tokens: readonly Token[]; readonly depth: number }) {
  return tokens.map((token, index) => <Block key={index} token={token} depth={depth} />);
}

function List({ token, depth }: Props<Tokens.List>) {
  const Items = token.ordered ? 'ol' : 'ul';
  return (
    <Items start={token.ordered && token.start !== '' ? token.start : undefined}>
      {token.items.map((item, index) => (
        <li key={index} className={item.task ? 'task' : undefined}>
          {item.task && <input type="checkbox" checked={item.checked === true} disabled aria-label="Done" />}
          <Blocks tokens={item.tokens.filter(({ type }) => type !== 'checkbox')} depth={depth + 1} />
        </li>
      ))}
    </Items>
  );
}

function Table({ token: { header, rows } }: { readonly token: Tokens.Table }) {
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <Row cells={header} Cell="th" />
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={index} cells={row} Cell="td" />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ cells, Cell }: { readonly cells: readonly Tokens.TableCell[]; readonly Cell: 'th' | 'td' }) {
  return (
    <tr>
      {cells.map((cell, index) => (
        <Cell key={index} style={{ textAlign: cell.align ?? 'start' }}>
          <Inline tokens={cell.tokens} />
        </Cell>
      ))}
    </tr>
  );
}
