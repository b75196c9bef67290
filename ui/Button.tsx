import type { ComponentPropsWithRef, ElementType, MouseEvent, ReactNode } from 'react';
import styles from './Button.module.css';

interface Looks {
  /** `contained` is for the one main action of a page or a dialog, which alone is red. */
  variant?: 'text' | 'outlined' | 'contained';
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

/** A button in the product's looks; plain markup, since every screen draws dozens of them and of icons. */
export const Button = <C extends ElementType = 'button'>({
  component,
  variant = 'text',
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
    >
      {startIcon && <span className={styles['start']}>{startIcon}</span>}
      {children}
      {loading && <span className={styles['turning']} />}
    </Element>
  );
};

/** A button that is an icon only: its name is its `aria-label`. */
export const IconButton = <C extends ElementType = 'button'>({ component, className, ...props }: As<object, C>) => {
  const Element: ElementType = component ?? 'button';
  return (
    <Element {...(!component && { type: 'button' })} {...props} className={`${styles['icon']} ${className ?? ''}`} />
  );
};

/**
 * Something that is pressed as a whole and drawn by whoever uses it: a picture, the head of a card or of a column. It
 * looks like nothing.
 */
export const Pressable = ({ className, ...props }: ComponentPropsWithRef<'button'>) => (
  <button type="button" {...props} className={`${styles['pressable']} ${className ?? ''}`} />
);

/** Words among others that act, and look like a link. */
export const LinkButton = (props: ComponentPropsWithRef<'button'>) => (
  <button type="button" {...props} className={styles['link']} />
);
