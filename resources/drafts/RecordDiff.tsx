import type { RecordChanges } from '#contract/drafts.ts';
import type { Definition } from '../schema/types.ts';
import styles from './Drafts.module.css';
import { FieldDiff } from './FieldDiff.tsx';

interface RecordDiffProps {
  draft: number;
  /** Null for a category, which is no resource. */
  definition: Definition | null;
  record: RecordChanges;
}

/** The fields of a record that a draft changed. */
export const RecordDiff = ({ draft, definition, record }: RecordDiffProps) => {
  const { entity, record_id, name } = record;
  const isMoved = record.fields.some(({ field }) => field === 'parent_id');
  // What stands in another place of a tree has other neighbours anyhow.
  const fields = record.fields.filter(({ field }) => !(isMoved && field === 'position'));
  return (
    <dl className={styles['fields']}>
      {fields.map(changed => (
        <FieldDiff key={changed.field} place={{ draft, entity, record_id, name }} {...{ definition, changed }} />
      ))}
    </dl>
  );
};
