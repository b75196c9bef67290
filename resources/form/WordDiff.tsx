import { diffArrays } from 'diff';
import { Fragment } from 'react';
import styles from './Merge.module.css';

/** Below this number of words a change is easy to spot without highlighting. */
const MIN_HIGHLIGHTED_WORDS = 4;

export const canCompare = (value: unknown, base: unknown): boolean =>
  typeof value === 'string' && typeof base === 'string' && base.split(/\s+/).length >= MIN_HIGHLIGHTED_WORDS;

export const WordDiff = ({ before, after }: { before: string; after: string }) => (
  <>
    {diffArrays(splitWords(before), splitWords(after), { comparator: isSameWord }).map(
      ({ value, added, removed }, index) => {
        const text = value.join('');
        if (added) return <ins key={index}>{text}</ins>;
        if (removed) return <del key={index}>{text}</del>;
        return <Fragment key={index}>{text}</Fragment>;
      },
    )}
    {after === '' && <span className={styles['none']}>—</span>}
  </>
);

/** Ignores trailing spaces; otherwise a sentence added after the last word would mark that word as changed. */
const isSameWord = (one: string, other: string): boolean => one.trimEnd() === other.trimEnd();

/** Words with their trailing space. The library's own splitting handles Latin letters only. */
const splitWords = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+\s*|[^\p{L}\p{M}\p{N}]\s*/gu) ?? [];
