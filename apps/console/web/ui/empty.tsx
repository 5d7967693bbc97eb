import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.js';

/** An empty state: what would appear here, and how to get it. */
export function Empty(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="empty">
      <Icon name={props.icon} size={28} />
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}

/** Shown when the URL names something that does not exist. */
export function NotFound({ what, children }: { readonly what: string; readonly children?: ReactNode }) {
  return (
    <div role="alert">
      <Empty icon="search" title={`${what} not found`}>
        {children || <p>The link may be wrong, or what it leads to has been deleted.</p>}
      </Empty>
    </div>
  );
}
