import type { HTMLAttributes, ReactNode, UIEvent } from 'react';
import styles from './Table.module.css';

interface TableProps {
  label?: string;
  caption?: string;
  /** A line for each record: on a phone each becomes a card, whose cells name their columns by `data-label`. */
  isStacked?: boolean;
  /** It is long and scrolls by itself, as a region of this name, which the keyboard can reach. */
  region?: string;
  onScroll?: (event: UIEvent) => void;
  className?: string | undefined;
  /** Its head and body. Cells of numbers have `data-numeric`, those of a box `data-pick`. */
  children: ReactNode;
}

/** A table to read. The list of a resource, which is drawn row by row as it is scrolled, has one of its own. */
export const Table = ({ label, caption, isStacked, region, onScroll, className, children }: TableProps) => {
  const scrolling: HTMLAttributes<HTMLDivElement> = region ? { role: 'region', 'aria-label': region, tabIndex: 0 } : {};
  return (
    <div
      {...scrolling}
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
