import { useT } from '#providers/locale/i18nProvider.ts';
import { MAX_MESSAGES } from '#providers/reporting/notices.ts';
import styles from './Import.module.css';

/** §8: message by message, but limited, because a server may find a thousand errors. */
export const ImportErrors = ({ faults }: { faults: readonly string[] }) => {
  const t = useT();
  const rest = faults.slice(MAX_MESSAGES);
  const more = t('importPage.moreFaults', { smart_count: rest.length });
  return (
    <>
      <div role="alert">
        <ErrorList faults={faults.slice(0, MAX_MESSAGES)} />
      </div>
      {rest.length > 0 && (
        <details className={styles['moreFaults']}>
          <summary>{more}</summary>
          {/* Focusable, so that the keyboard can scroll it. */}
          <div role="region" aria-label={more} tabIndex={0}>
            <ErrorList faults={rest} />
          </div>
        </details>
      )}
    </>
  );
};

const ErrorList = ({ faults }: { faults: readonly string[] }) => (
  <ul className={styles['faults']}>
    {faults.map(fault => (
      <li key={fault}>{fault}</li>
    ))}
  </ul>
);
