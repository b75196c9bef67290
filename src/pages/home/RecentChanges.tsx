import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Editor } from '#contract/editor.ts';
import { getPicture } from '#contract/images.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { inPlaceErrorMeta } from '#providers/reporting/ErrorNotifier.tsx';
import { useFormats } from '#resources/engine/format.ts';
import type { Definition } from '#resources/engine/types.ts';
import { useEditorName } from '#resources/engine/useEditorName.ts';
import { useRecordPath } from '#resources/form/editorPaths.ts';
import { ReadError } from '#ui/ReadError.tsx';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import styles from './Home.module.css';

interface ChangedRecord {
  id: number;
  updated_at: string;
  updated_by?: Editor | null;
  [field: string]: unknown;
}

const NEWEST_QUERY = { pagination: { page: 1, perPage: 7 }, sort: { field: 'updated_at', order: 'DESC' } } as const;

export const RecentChanges = ({ definition }: { definition: Definition }) => {
  const t = useT();
  const { data, error, refetch } = useGetList<ChangedRecord>(definition.name, NEWEST_QUERY, { meta: inPlaceErrorMeta });
  if (data?.length === 0) return null;
  return (
    <section className={styles['block']} aria-labelledby="home-recent" aria-busy={!data && !error}>
      <h2 id="home-recent">{t('home.recent')}</h2>
      {error && !data && <ReadError error={error} onRetry={() => void refetch()} />}
      <ul className={styles['rows']}>
        {data?.map(record => (
          <li key={record.id}>
            <RecentRecord definition={definition} record={record} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const RecentRecord = ({ definition, record }: { definition: Definition; record: ChangedRecord }) => {
  const formats = useFormats();
  const nameOf = useEditorName();
  const name = definition.represent(record);
  return (
    <Link to={useRecordPath()(definition.name, record.id)}>
      <Thumbnail name={name} picture={getPicture(definition.collection, record)} />
      <span className={styles['texts']}>
        <span className={styles['what']}>{name}</span>
        <span className={styles['muted']}>
          {[formats.moment(record.updated_at), record.updated_by && nameOf(record.updated_by)]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
    </Link>
  );
};
