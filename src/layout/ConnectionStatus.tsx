import { useT } from '#providers/locale/i18nProvider.ts';
import { useConnection } from '#providers/realtime/realtime.ts';
import styles from './Header.module.css';

/** Shows whether live updates are arriving. Visually hidden while they are, because this is the normal case. */
export const ConnectionStatus = () => {
  const t = useT();
  const connection = useConnection();
  const state = connection === 'idle' ? 'connecting' : connection;
  const text = t(`shell.connection.${state}`);
  return (
    <span className={styles['connection']} data-state={state} role="status" title={text}>
      <span className={state === 'online' ? 'visually-hidden' : ''}>{text}</span>
    </span>
  );
};
