import { type ComponentProps, useCallback, useContext, useEffect } from 'react';
import {
  EditContext,
  useRecordContext,
  useRegisterMutationMiddleware,
  useResourceContext,
  useSaveContext,
} from 'react-admin';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { useIsDeleted } from '#providers/cache/deletedRecord.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { FormCardContent } from '#ui/FormCardContent.tsx';
import { Notice } from '#ui/Notice.tsx';
import { isNotFoundError } from '../form/RecordUnavailable.tsx';
import { useUnsavedForm } from './LeaveGuard.tsx';

/**
 * Wraps the inputs of every stock form: warns before unsaved changes are lost, makes saved values the new baseline,
 * merges other people's saves with the unsaved edits, and shows a notice when somebody else has deleted the record.
 */
export const FormContent = ({ children, ...props }: ComponentProps<typeof FormCardContent>) => {
  const t = useT();
  const resource = useResourceContext() ?? '';
  const error = useContext(EditContext)?.error;
  // The event may have been missed while the socket was down, but the read after it is not.
  const isMissing = error instanceof Error && isNotFoundError(error);
  const isDeleted = useIsDeleted(resource, Number(useRecordContext()?.id)) || isMissing;
  const { dirtyFields, defaultValues, isSubmitSuccessful } = useFormState();
  const { mutationMode = 'pessimistic' } = useSaveContext();
  // An undoable form navigates away before its request is sent.
  const isHandedOver = mutationMode !== 'pessimistic' && isSubmitSuccessful;
  useUnsavedForm(() => !isHandedOver && Object.keys(dirtyFields).length > 0);
  useReappliedEdits(listDirtyPaths(dirtyFields), defaultValues);
  useSavedBaseline();
  return (
    <FormCardContent {...props}>
      {isDeleted && (
        <Notice kind="warning" role="alert">
          {t('editing.goneReadOnly')}
        </Notice>
      )}
      {children}
    </FormCardContent>
  );
};

/**
 * react-admin treats a refused submit as a success unless the error belongs to a field, so this hook sets the baseline
 * only after a successful write.
 */
const useSavedBaseline = (): void => {
  const { getValues, reset } = useFormContext();
  const middleware = useCallback(
    async (...args: unknown[]): Promise<unknown> => {
      const write = args.pop() as (...args: unknown[]) => Promise<unknown>;
      const sentValues = structuredClone(getValues());
      const response = await write(...args);
      reset(sentValues, { keepValues: true, keepFieldsRef: true, keepTouched: true });
      return response;
    },
    [getValues, reset],
  );
  useRegisterMutationMiddleware(middleware);
};

/**
 * A refetched record resets the form, so unsaved edits are applied again on top of it. If another user has saved one of
 * these fields in the meantime, their value is shown at the field, because saving replaces that value.
 */
const useReappliedEdits = (typedPaths: readonly string[], baseline: unknown): void => {
  const t = useT();
  const record = useRecordContext();
  const { getValues, setValue, setError } = useFormContext();
  useEffect(() => {
    const keptFields = typedPaths.map(path => ({
      path,
      mine: getValues(path),
      theirs: get(record, path),
      was: get(baseline, path),
    }));
    // The form's own reset runs after the effects of its content, hence the microtask.
    queueMicrotask(() => {
      for (const { path, mine, theirs, was } of keptFields) {
        setValue(path, mine, { shouldDirty: true, shouldTouch: true });
        if (isSame(theirs, was) || isSame(theirs, mine)) continue;
        const author = record?.['updated_by']?.name ?? t('editing.somebody');
        setError(path, {
          type: 'changed',
          message: t('editing.savedHere', { value: formatText(theirs), who: author }),
        });
      }
    });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [record]);
};

/** Compares as JSON, which is all that records contain. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const formatText = (value: unknown): string => (value === null || typeof value === 'object' ? '—' : String(value));

/** Paths of changed fields; a list counts as a whole, because its items have no stable names. */
const listDirtyPaths = (dirty: unknown, path = ''): string[] => {
  if (dirty === true || Array.isArray(dirty)) return [path];
  if (typeof dirty !== 'object' || dirty === null) return [];
  return Object.entries(dirty).flatMap(([name, nested]) => listDirtyPaths(nested, path ? `${path}.${name}` : name));
};
