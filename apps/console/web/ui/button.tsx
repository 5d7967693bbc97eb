import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.js';

interface Props extends ComponentProps<'button'> {
  /** Classes of its style and size, such as `tiny primary`. */
  readonly look?: string;
  readonly icon?: IconName;
}

/** A button. It submits a form only with `type="submit"`. */
export function Button({ look = '', icon, children, ...props }: Props) {
  return (
    <button type="button" className={`button ${look}`} {...props}>
      {icon !== undefined && <Icon name={icon} size={16} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Props {
  readonly icon: IconName;
  /** Accessible name. */
  readonly label: string;
}

/** A button that only shows an icon. */
export function IconButton({ icon, label, look = '', ...props }: IconButtonProps) {
  return (
    <button type="button" className={`button quiet icon ${look}`} aria-label={label} {...props}>
      <Icon name={icon} size={16} />
    </button>
  );
}
