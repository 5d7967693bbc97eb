import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.js';

/** Stands where nothing is yet, and says what would be there. */
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
