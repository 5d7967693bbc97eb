import type { ComponentProps, MouseEvent } from 'react';
import { Icon, type IconName } from './icon.js';

interface Props extends ComponentProps<'button'> {
  /** Default: framed. */
  readonly kind?: 'primary' | 'quiet' | 'danger';
  /** Default: that of a field. */
  readonly size?: 'tiny';
  /** Default: as wide as its text. */
  readonly shape?: 'icon' | 'round';
  readonly icon?: IconName;
  /** Whether the second click of a double click is ignored. Default: by primary and dangerous buttons. */
  readonly isOnce?: boolean;
}

/** A button. It submits a form only with `type="submit"`. */
export function Button({ kind, size, shape, icon, isOnce, className, children, onClick, ...props }: Props) {
  const classes = ['button', kind, size, shape, className].filter((name) => name !== undefined);
  const isIgnored = ({ detail }: MouseEvent) =>
    detail > 1 && (isOnce ?? (kind === 'primary' || kind === 'danger'));
  const click = (event: MouseEvent<HTMLButtonElement>) =>
    isIgnored(event) ? event.preventDefault() : onClick?.(event);
  return (
    <button type="button" className={classes.join(' ')} onClick={click} {...props}>
      {icon !== undefined && <Icon name={icon} size={16} />}
      {children}
    </button>
  );
}

interface ToggleProps extends Omit<Props, 'aria-pressed'> {
  readonly isOn: boolean;
}

/** A tiny button that stays pressed while it is on. */
export function Toggle({ isOn, ...props }: ToggleProps) {
  return <Button size="tiny" className="toggle" aria-pressed={isOn} {...props} />;
}

interface IconButtonProps extends Omit<Props, 'kind' | 'shape' | 'size'> {
  readonly icon: IconName;
  /** Accessible name. */
  readonly label: string;
  /** Whether it is as small as the text beside it. */
  readonly isSmall?: boolean;
}

/** A button that only shows an icon. */
export function IconButton({ label, isSmall = false, className = '', ...props }: IconButtonProps) {
  const classes = `${isSmall ? 'small-icon' : ''} ${className}`;
  return <Button kind="quiet" shape="icon" className={classes} aria-label={label} {...props} />;
}
