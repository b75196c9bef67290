import { useCanAccess } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { nestValues } from '#contract/values.ts';
import { pickWritableFields } from '#providers/forms/formChanges.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { getCreatePath } from '../engine/resourcePaths.ts';
import type { Definition } from '../engine/types.ts';

interface DeletedNoticeProps {
  definition: Definition;
  /**
   * Called before the form's values are moved to a new record, so that no warning appears when the user leaves the
   * form.
   */
  onMove: () => Promise<void>;
}

/**
 * Shown if the record was deleted while it was open. The form stays, because the user can save its values as a new
 * record.
 */
export const DeletedNotice = ({ definition, onMove }: DeletedNoticeProps) => {
  const t = useT();
  const { canAccess: canCreate, isPending } = useCanAccess({ resource: definition.name, action: 'create' });
  const navigate = useNavigate();
  const { getValues } = useFormContext();
  const { collection } = definition;
  const move = async () => {
    const record = nestValues(pickWritableFields(collection, getValues()));
    await onMove();
    await navigate(getCreatePath(definition), { state: { record } });
  };
  if (isPending) return null;
  return (
    <Notice
      kind="warning"
      role="alert"
      actions={
        <>
          {canCreate && (
            <Button variant="outlined" onClick={() => void move()}>
              {t('editing.createAnew')}
            </Button>
          )}
        </>
      }
    >
      {t(canCreate ? 'editing.gone' : 'editing.goneReadOnly')}
    </Notice>
  );
};
