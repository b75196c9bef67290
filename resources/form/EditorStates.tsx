import { useT } from '#providers/locale/i18nProvider.ts';
import { usePageTitle } from '#ui/Page.tsx';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { DeletedRecordDraft } from './DeletedRecordDraft.tsx';
import styles from './Editor.module.css';
import { isNotFoundError, RecordUnavailable } from './RecordUnavailable.tsx';

/** A placeholder of the form's size, so that nothing moves when the record arrives. */
export const EditorSkeleton = ({ definition }: { definition: Definition }) => {
  const { one } = useLabels(definition.name);
  usePageTitle(one);
  return (
    <div className={styles['editor']} aria-busy="true">
      {/* The name is not known until the record loads. */}
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
  const isDeleted = isNotFoundError(error);
  usePageTitle(t(isDeleted ? 'shell.notFound' : 'shell.recordFailed'));
  return (
    <RecordUnavailable isPage resource={definition.name} error={error} onRetry={onRetry}>
      {isDeleted && id !== undefined && <DeletedRecordDraft definition={definition} id={id} />}
    </RecordUnavailable>
  );
};
