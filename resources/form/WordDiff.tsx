import { diffArrays } from 'diff';
import { Fragment } from 'react';
import styles from './Merge.module.css';

/** Words from which on a change is easier found when it is marked. */
const MANY_WORDS = 4;

/** Whether two values are texts that are compared word by word. */
export const canCompare = (value: unknown, base: unknown): boolean =>
  typeof value === 'string' && typeof base === 'string' && base.split(/\s+/).length >= MANY_WORDS;

/** A text with the words marked that were removed from it and added to it. */
export const WordDiff = ({ before, after }: { before: string; after: string }) => (
  <>
    {diffArrays(wordsOf(before), wordsOf(after), { comparator: isSameWord }).map(({ value, added, removed }, index) => {
      const text = value.join('');
      if (added) return <ins key={index}>{text}</ins>;
      if (removed) return <del key={index}>{text}</del>;
      return <Fragment key={index}>{text}</Fragment>;
    })}
    {after === '' && <span className={styles['none']}>—</span>}
  </>
);

/** The space after a word tells nothing apart: a sentence more after the last one is that sentence alone. */
const isSameWord = (one: string, other: string): boolean => one.trimEnd() === other.trimEnd();

/** Words with the space after them; the library's own words are those of Latin letters. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+\s*|[^\p{L}\p{M}\p{N}]\s*/gu) ?? [];
