import { Link } from 'react-router-dom';
import styles from './RunLog.module.css';

interface LogTextProps {
  text: string;
  /** Where to edit the faulty record; null if there is none or the user may not edit it. */
  address: string | null;
}

/** The text of a log line, with a link to the record that it concerns. */
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

/** The text of a line for searching the log. */
export const textOf = ({ text }: { text: string }): string => text;
