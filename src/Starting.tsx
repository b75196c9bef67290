import { useEffect, useState } from 'react';
import { loadPublicTranslate } from './public/translate.ts';
import styles from './Starting.module.css';

/**
 * Shown while the application's files load; hidden for the first second, because they usually load faster than that.
 */
export const Starting = () => {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    void loadPublicTranslate().then(t => isMounted && setText(t('session.starting')));
    return () => {
      isMounted = false;
    };
  }, []);
  return text === null ? null : (
    <p className={styles['starting']} role="status">
      {text}
    </p>
  );
};
