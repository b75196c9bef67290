import type { ReactNode } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { WordDiff } from '../form/WordDiff.tsx';
import styles from './Drafts.module.css';

export const MarkedText = ({ before, after }: { before: string; after: string }) => (
  <p className={styles['text']}>
    <WordDiff before={before} after={after} />
  </p>
);

interface SideBySideProps {
  before: ReactNode;
  after: ReactNode;
  children?: ReactNode;
}

export const SideBySide = ({ before, after, children }: SideBySideProps) => {
  const t = useT();
  return (
    <p className={styles['values']}>
      <del>
        <span className="visually-hidden">{t('drafts.was')}: </span>
        {before}
      </del>
      <span aria-hidden className={styles['arrow']}>
        →
      </span>
      <ins>
        <span className="visually-hidden">{t('drafts.is')}: </span>
        {after}
      </ins>
      {children}
    </p>
  );
};
