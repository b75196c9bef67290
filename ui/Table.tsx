import type { HTMLAttributes, ReactNode, UIEvent } from 'react';
import styles from './Table.module.css';

interface TableProps {
  label?: string;
  caption?: string;
  /** One row per record: on a phone each row becomes a card, and cells need `data-label` to name their column. */
  isStacked?: boolean;
  /** Makes the table a scrollable region with this accessible name, focusable so that the keyboard can scroll it. */
  region?: string;
  onScroll?: (event: UIEvent) => void;
  className?: string | undefined;
  children: ReactNode;
}

export const Table = ({ label, caption, isStacked, region, onScroll, className, children }: TableProps) => {
  const scrollProps: HTMLAttributes<HTMLDivElement> = region
    ? { role: 'region', 'aria-label': region, tabIndex: 0 }
    : {};
  return (
    <div
      {...scrollProps}
      className={`${styles['scroll']} ${className ?? ''}`}
      data-long={region !== undefined || undefined}
      onScroll={onScroll}
    >
      <table aria-label={label} data-stacked={isStacked}>
        {caption && <caption>{caption}</caption>}
        {children}
      </table>
    </div>
  );
};
