import { type RefObject, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { threeWayMerge } from '#providers/forms/threeWayMerge.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { Definition } from '../engine/types.ts';
import { findFieldTab } from './FieldLinks.tsx';
import { useChangeLabels } from './useChangeLabels.ts';
import type { EditedRecord } from './useSave.ts';

interface OutdatedNoticeProps {
  definition: Definition;
  baseline: EditedRecord;
  record: EditedRecord;
  isTouched: RefObject<boolean>;
  onAccept: (record: EditedRecord) => void;
}

/**
 * Handles a change to the record made elsewhere. A form without edits is updated at once; otherwise the user is asked
 * first.
 */
export const OutdatedNotice = ({ definition, baseline, record, isTouched, onAccept }: OutdatedNoticeProps) => {
  const t = useT();
  const { namesOf, who } = useChangeLabels(definition);
  const { getValues } = useFormContext();
  useEffect(() => {
    if (!isTouched.current) onAccept(record);
  }, [isTouched, record, onAccept]);
  const { theirs, conflicts } = threeWayMerge(definition.collection, baseline, record, getValues());
  // Fields that are not part of the form are edited elsewhere and have their own notices.
  const names = [...theirs, ...conflicts].filter(name => !definition.tabs || findFieldTab(definition, name));
  if (!isTouched.current || names.length === 0) return null;
  return (
    <Notice
      kind="info"
      role="status"
      actions={
        <>
          <Button variant="outlined" onClick={() => onAccept(record)}>
            {t('editing.staleTake')}
          </Button>
        </>
      }
    >
      {t('editing.stale', { names: namesOf(names), who: who(record) })}
    </Notice>
  );
};
