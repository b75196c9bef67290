import { Title } from 'react-admin';
import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './StockLoading.module.css';

/**
 * Replaces react-admin's placeholders. For a list, these are a table whose headings and check boxes have no name; for a
 * record, a page without a heading.
 */
export const StockLoading = ({ title }: { title?: string }) => (
  <>
    {title !== undefined && <Title title={title} />}
    <div className={styles['loading']} role="progressbar" aria-label={useT()('shell.loading')} />
  </>
);
