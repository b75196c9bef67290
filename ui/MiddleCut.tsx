import styles from './MiddleCut.module.css';

/** How many characters stay at the end of a text that does not fit. */
const END_LENGTH = 10;
/** Texts of this length fit everywhere the component is used, or lose nothing important. */
const SHORT_LENGTH = 16;

/**
 * A line of text that is cut in the middle if it does not fit, because names of similar records often differ only at
 * the end, for example by size or weight.
 */
export const MiddleCut = ({ text }: { text: string }) => {
  const characters = [...text];
  if (characters.length <= SHORT_LENGTH) return text;
  return (
    <span className={styles['line']}>
      <span>{characters.slice(0, -END_LENGTH).join('')}</span>
      <span>{characters.slice(-END_LENGTH).join('')}</span>
    </span>
  );
};
