import type { ComponentPropsWithRef, ElementType, MouseEvent, ReactNode } from 'react';
import styles from './Button.module.css';

interface Looks {
  variant?: 'text' | 'outlined' | 'contained';
  color?: 'primary' | 'inherit' | 'error';
  startIcon?: ReactNode;
  /** What it was pressed for goes on: it turns, and cannot be pressed again. */
  loading?: boolean;
}

/** What it is drawn as, a link for example, and what that takes. */
type As<Own, C extends ElementType> = Own & { component?: C } & Omit<ComponentPropsWithRef<C>, keyof Own | 'component'>;

/** Not `disabled`, which would take the focus from whoever pressed it by a key. */
const busy = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
};

/** A button in the product's looks; plain markup, for every screen has many ([decision 78](../../../docs/decisions/0078-what-every-screen-draws-is-plain-markup.md)). */
export const Button = <C extends ElementType = 'button'>({
  component,
  variant = 'text',
  color = 'primary',
  startIcon,
  loading = false,
  className,
  children,
  ...props
}: As<Looks, C>) => {
  const Element: ElementType = component ?? 'button';
  return (
    <Element
      {...(!component && { type: 'button' })}
      {...props}
      {...(loading && busy)}
      className={`${styles['button']} ${className ?? ''}`}
      data-variant={variant}
      data-color={color}
    >
      {startIcon && <span className={styles['start']}>{startIcon}</span>}
      {children}
      {loading && <span className={styles['turning']} />}
    </Element>
  );
};

/** A button that is an icon only: its name is its `aria-label`. */
export const IconButton = <C extends ElementType = 'button'>({
  component,
  color,
  className,
  ...props
}: As<Pick<Looks, 'color'>, C>) => {
  const Element: ElementType = component ?? 'button';
  return (
    <Element
      {...(!component && { type: 'button' })}
      {...props}
      className={`${styles['icon']} ${className ?? ''}`}
      data-color={color}
    />
  );
};
