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
