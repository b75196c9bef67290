import { useT } from '#providers/locale/i18nProvider.ts';
import { MAX_MESSAGES } from '#providers/reporting/notices.ts';
import styles from './Import.module.css';

/** §8: lists each message separately. All but the first few are collapsed, because a server may find a thousand. */
export const ImportErrors = ({ errors }: { errors: readonly string[] }) => {
  const t = useT();
  const rest = errors.slice(MAX_MESSAGES);
  const moreText = t('importPage.moreFaults', { smart_count: rest.length });
  return (
    <>
      <div role="alert">
        <ErrorList errors={errors.slice(0, MAX_MESSAGES)} />
      </div>
      {rest.length > 0 && (
        <details className={styles['moreFaults']}>
          <summary>{moreText}</summary>
          {/* Focusable, so that the keyboard can scroll it. */}
          <div role="region" aria-label={moreText} tabIndex={0}>
            <ErrorList errors={rest} />
          </div>
        </details>
      )}
    </>
  );
};

const ErrorList = ({ errors }: { errors: readonly string[] }) => (
  <ul className={styles['faults']}>
    {errors.map(error => (
      <li key={error}>{error}</li>
    ))}
  </ul>
);
