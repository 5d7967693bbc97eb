import type { ReactNode } from 'react';
import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeEntities } from './entities.js';
import { safeLink } from './safe-link.js';

/** Inline Markdown: emphasis, code and links. HTML is shown as source text. */
export function Inline({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
  return tokens.map((token, index) => <Span key={index} token={token as MarkedToken} />);
}

function Span({ token }: { readonly token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? decodeEntities(token.text) : <Inline tokens={token.tokens} />;
    case 'escape':
      return token.text;
    case 'strong':
    case 'em':
    case 'del': {
      const Tag = token.type;
      return (
        <Tag>
          <Inline tokens={token.tokens} />
        </Tag>
      );
    }
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Anchor token={token} />;
    case 'image':
      return <ImageLink token={token} />;
    default:
      return token.raw;
  }
}

function Anchor({ token: { href, title, tokens, autolink } }: { readonly token: Tokens.Link }): ReactNode {
  const address = safeLink(autolink === true ? href : decodeEntities(href));
  if (address === undefined) return <Inline tokens={tokens} />;
  return (
    <a href={address} title={title ?? undefined} target="_blank" rel="noopener noreferrer nofollow">
      <Inline tokens={tokens} />
    </a>
  );
}

/** Links to an image instead of loading it, so that no request leaves the machine. */
function ImageLink({ token: { href, text } }: { readonly token: Tokens.Image }): ReactNode {
  const address = safeLink(decodeEntities(href));
  const label = `Image${text === '' ? '' : `: ${decodeEntities(text)}`}`;
  if (address === undefined) return <span className="chip">{label}</span>;
  return (
    <a className="chip" href={address} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>
  );
}
