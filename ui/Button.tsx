import type { ComponentPropsWithRef, ElementType, MouseEvent, ReactNode } from 'react';
import styles from './Button.module.css';

interface ButtonLook {
  /** `contained` buttons are red, so they are reserved for the main action of a page or dialog. */
  variant?: 'text' | 'outlined' | 'contained';
  startIcon?: ReactNode;
  /** Shows only the icon on a phone. Used for secondary actions whose labels would take up too much of the screen. */
  isIconOnPhone?: boolean | undefined;
  loading?: boolean;
}

type PolymorphicProps<Own, C extends ElementType> = Own & { component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof Own | 'component'
  >;

/** Not `disabled`, which would drop the keyboard focus. */
const busyProps = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
};

/** Plain markup instead of MUI's button, since every screen renders dozens of them. */
export const Button = <C extends ElementType = 'button'>({
  component,
  variant = 'text',
  startIcon,
  isIconOnPhone,
  loading = false,
  className,
  children,
  ...props
}: PolymorphicProps<ButtonLook, C>) => {
  const Element: ElementType = component ?? 'button';
  return (
    <Element
      {...(!component && { type: 'button' })}
      {...props}
      {...(loading && busyProps)}
      className={`${styles['button']} ${className ?? ''}`}
      data-variant={variant}
      data-icon-on-phone={isIconOnPhone || undefined}
    >
      {startIcon && <span className={styles['start']}>{startIcon}</span>}
      {children}
      {loading && <span className={styles['turning']} />}
    </Element>
  );
};

/** Has no visible text, so an `aria-label` is required. */
export const IconButton = <C extends ElementType = 'button'>({
  component,
  className,
  ...props
}: PolymorphicProps<object, C>) => {
  const Element: ElementType = component ?? 'button';
  return (
    <Element {...(!component && { type: 'button' })} {...props} className={`${styles['icon']} ${className ?? ''}`} />
  );
};

export const Pressable = ({ className, ...props }: ComponentPropsWithRef<'button'>) => (
  <button type="button" {...props} className={`${styles['pressable']} ${className ?? ''}`} />
);

/** A button inside text that looks like a link. It is not an `<a>`, because it performs an action. */
export const LinkButton = (props: ComponentPropsWithRef<'button'>) => (
  <button type="button" {...props} className={styles['link']} />
);
