import { splitByMatches } from '#contract/searchText.ts';
import styles from './HighlightedText.module.css';

export const HighlightedText = ({ text, query }: { text: string; query: string }) =>
  splitByMatches(text, query).map((part, index) =>
    part.isFound ? (
      <mark key={index} className={styles['found']}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
