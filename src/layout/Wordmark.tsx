import { useT } from '#providers/locale/i18nProvider.ts';
import { Logo } from '#ui/Logo.tsx';
import styles from './Wordmark.module.css';

export const Wordmark = () => (
  <b className={styles['wordmark']}>
    <Logo />
    <span>{useT()('session.product')}</span>
  </b>
);
