import type { ReactNode } from 'react';
import styles from './Dev.module.css';

export const Sample = ({ of, children }: { of: string; children: ReactNode }) => (
  <section className={styles['sample']}>
    <h2>{of}</h2>
    <div>{children}</div>
  </section>
);
