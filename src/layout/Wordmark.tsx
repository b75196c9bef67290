import { useT } from '#providers/locale/i18nProvider.ts';
import { ProductSign } from '#ui/ProductSign.tsx';
import styles from './Wordmark.module.css';

export const Wordmark = () => (
  <b className={styles['wordmark']}>
    <ProductSign />
    <span>{useT()('session.product')}</span>
  </b>
);
