import styles from './Tile.module.css';

/** The picture of a record, or its first letter where there is none. */
export const Tile = ({ name, large }: { name: string; large?: boolean }) => (
  <span className={styles['tile']} data-large={large || undefined} aria-hidden="true">
    {[...name.replace(/[^\p{L}\p{N}]/gu, '')][0]?.toUpperCase() ?? ''}
  </span>
);
