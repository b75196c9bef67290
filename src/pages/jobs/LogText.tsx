import { Link } from 'react-router-dom';
import styles from './RunLog.module.css';

interface LogTextProps {
  text: string;
  /** Where to edit the faulty record; null if there is none or the user may not edit it. */
  address: string | null;
}

export const LogText = ({ text, address }: LogTextProps) => (
  <span title={text}>
    {address === null ? (
      text
    ) : (
      <Link className={styles['link']} to={address}>
        {text}
      </Link>
    )}
  </span>
);

export const getLogText = ({ text }: { text: string }): string => text;
