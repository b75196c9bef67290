import { ResourceContextProvider } from 'react-admin';
import type { RecordChanges } from '#contract/drafts.ts';
import type { Definition } from '../engine/types.ts';
import { findSoleActor } from './actors.ts';
import styles from './Drafts.module.css';
import { FieldDiff } from './FieldDiff.tsx';

interface RecordDiffProps {
  draft: number | null;
  /** Null for a category, which is not a resource. */
  definition: Definition | null;
  record: RecordChanges;
}

export const RecordDiff = ({ draft, definition, record }: RecordDiffProps) => {
  const { entity, record_id, name } = record;
  // The surrounding card shows the actor if all changes have the same one.
  const namesActors = findSoleActor(record) === null;
  const isMoved = record.fields.some(({ field }) => field === 'parent_id');
  // Moving a category to another parent also changes its position, which would only repeat the move.
  const fields = record.fields.filter(({ field }) => !(isMoved && field === 'position'));
  return (
    <ResourceContextProvider value={entity}>
      <dl className={styles['fields']}>
        {fields.map(fieldChanges => (
          <FieldDiff
            key={fieldChanges.field}
            changeRef={{ draft, entity, record_id, name }}
            {...{ definition, fieldChanges, namesActors }}
          />
        ))}
      </dl>
    </ResourceContextProvider>
  );
};
