import { splitByMatches } from '#contract/searchText.ts';
import styles from './HighlightedText.module.css';

export const HighlightedText = ({ text, query }: { text: string; query: string }) =>
  splitByMatches(text, query).map((part, at) =>
    part.isFound ? (
      <mark key={at} className={styles['found']}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
