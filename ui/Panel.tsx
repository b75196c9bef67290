import type { HTMLAttributes, ReactNode } from 'react';
import styles from './Panel.module.css';

interface PanelProps extends Omit<HTMLAttributes<HTMLElement>, 'className' | 'title'> {
  title: string;
  children: ReactNode;
}

/** Something that belongs to what stands around it, and is read by itself: a forecast, an effect. */
export const Panel = ({ title, children, ...props }: PanelProps) => (
  <section {...props} className={styles['panel']}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** What is known, line by line: what it is about, and what there is to say. */
export const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className={styles['facts']}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
