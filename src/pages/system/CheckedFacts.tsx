import ErrorIcon from '@mui/icons-material/ErrorOutline';
import { FactList } from '#ui/Panel.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import styles from './System.module.css';
import type { Fact } from './useSystemTexts.ts';

/** Facts whose last one says whether something answers. */
export const CheckedFacts = ({ facts, error }: { facts: readonly Fact[]; error: string | null }) => (
  <FactList
    facts={facts.map(([label, text], index) => [
      label,
      index < facts.length - 1 ? (
        text
      ) : error === null ? (
        <StatusBadge key={label} status="active" label={text} />
      ) : (
        <span key={label} className={styles['fault']}>
          <ErrorIcon fontSize="inherit" /> {text}
        </span>
      ),
    ])}
  />
);
