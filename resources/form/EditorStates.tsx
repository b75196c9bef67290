import SearchOffIcon from '@mui/icons-material/SearchOff';
import { HttpError } from 'react-admin';
import { Link } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { usePageTitle } from '#ui/Page.tsx';
import { listAddress } from '../engine/addresses.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { DeletedRecordDraft } from './DeletedRecordDraft.tsx';
import styles from './Editor.module.css';

/** A placeholder of the form's size, so that nothing shifts when the record arrives. */
export const EditorSkeleton = ({ definition }: { definition: Definition }) => {
  const { one } = useLabels(definition.name);
  usePageTitle(one);
  return (
    <div className={styles['editor']} aria-busy="true">
      {/* Its name comes with the record. */}
      <h1 className="visually-hidden">{one}</h1>
      <div className={styles['header']}>
        <span className={styles['boneTile']} />
        <div className={styles['identity']}>
          <span className={styles['bone']} data-long />
          <span className={styles['bone']} />
        </div>
      </div>
      <div className={styles['fields']}>
        {Array.from({ length: 8 }, (_, index) => (
          <span key={index} className={styles['boneInput']} />
        ))}
      </div>
    </div>
  );
};

interface EditorUnavailableProps {
  definition: Definition;
  id?: number;
  error?: Error;
  onRetry?: () => void;
}

export const EditorUnavailable = ({ definition, id, error, onRetry }: EditorUnavailableProps) => {
  const t = useT();
  const { several } = useLabels(definition.name);
  const isGone = !error || (error instanceof HttpError && error.status === 404);
  usePageTitle(t(isGone ? 'shell.notFound' : 'shell.recordFailed'));
  return (
    <Empty
      isPage
      role="alert"
      icon={<SearchOffIcon />}
      title={t(isGone ? 'shell.notFound' : 'shell.recordFailed')}
      text={isGone ? t('shell.notFoundHint') : error.message}
      actions={
        <>
          {!isGone && onRetry && (
            <Button variant="contained" onClick={onRetry}>
              {t('shell.retry')}
            </Button>
          )}
          <Button variant="outlined" component={Link} to={listAddress(definition.name)}>
            {t('shell.backTo', { name: several })}
          </Button>
        </>
      }
    >
      {isGone && id !== undefined && <DeletedRecordDraft definition={definition} id={id} />}
    </Empty>
  );
};
