import { getOwnValue } from '#contract/values.ts';
import type { DiffProps } from '../fields/view.ts';
import { canCompare } from '../form/WordDiff.tsx';
import styles from './Drafts.module.css';
import { MarkedText, SideBySide } from './TextDiff.tsx';

type TextsByLanguage = Readonly<Record<string, string | undefined>>;

export const LocalizedDiff = ({ field, before, after }: DiffProps<'localized'>) => {
  const textIn = (value: unknown, code: string) => getOwnValue((value ?? {}) as TextsByLanguage, code);
  const changedLanguages = field.languages.filter(({ code }) => textIn(before, code) !== textIn(after, code));
  return changedLanguages.map(({ code }) => (
    <div key={code} className={styles['language']}>
      <span className={styles['code']}>{code}</span>
      <TextChange before={textIn(before, code)} after={textIn(after, code)} />
    </div>
  ));
};

const TextChange = ({ before, after }: { before: string | undefined; after: string | undefined }) =>
  canCompare(after, before) ? (
    <MarkedText before={before ?? ''} after={after ?? ''} />
  ) : (
    <SideBySide before={before ?? dash} after={after ?? dash} />
  );

const dash = <span className="dash">—</span>;
