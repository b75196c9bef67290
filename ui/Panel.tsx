import type { HTMLAttributes, ReactNode } from 'react';
import styles from './Panel.module.css';

interface PanelProps extends Omit<HTMLAttributes<HTMLElement>, 'className' | 'title'> {
  title: string;
  children: ReactNode;
}

export const Panel = ({ title, children, ...props }: PanelProps) => (
  <section {...props} className={styles['panel']}>
    <h2>{title}</h2>
    {children}
  </section>
);

export const FactList = ({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className={styles['facts']}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
