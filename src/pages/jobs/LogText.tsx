import { Link } from 'react-router-dom';
import styles from './RunLog.module.css';

interface LogTextProps {
  text: string;
  /** Where the record at fault can be edited; null where there is none, or where the user may not. */
  address: string | null;
}

/** The text of a log line, with a link to the record that it is about. */
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

/** The text that a search in such a log looks through. */
export const textOf = ({ text }: { text: string }): string => text;
