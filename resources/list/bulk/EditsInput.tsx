import { useEffect } from 'react';
import { useInput } from 'react-admin';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { type Field, getKindTraits } from '#contract/fields.ts';
import type { EditOp } from '#contract/kind.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { ReadError } from '#ui/ReadError.tsx';
import { Select } from '#ui/Select.tsx';
import { getKindView } from '../../fields/getKindView.ts';
import { useFieldParts } from '../../fields/useFieldParts.ts';
import type { ItemPart } from '../../fields/view.ts';
import styles from './Bulk.module.css';
import { buildLineName } from './editLines.ts';

interface EditsInputProps {
  name: string;
  label: string;
  field: Field;
}

export const EditsInput = ({ name, label, field }: EditsInputProps) => {
  const t = useT();
  const { itemParts, failure } = useFieldParts(field);
  const { errors } = useFormState();
  const error = (get(errors, name) as { message?: string } | undefined)?.message;
  return (
    <fieldset className={styles['edits']} aria-invalid={error ? true : undefined}>
      <legend>{label}</legend>
      {failure && <ReadError error={failure.error} onRetry={failure.retry} />}
      {itemParts === null && !failure && <p role="status">{t('shell.loading')}</p>}
      {itemParts?.length === 0 && <p>{t('shell.noProjects')}</p>}
      {itemParts?.map((itemPart, index) => (
        <PartEdit key={itemPart.within} {...{ name, itemPart }} isFirst={index === 0} />
      ))}
      {error && (
        <p className={styles['fault']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};

interface PartEditProps {
  name: string;
  itemPart: ItemPart;
  isFirst: boolean;
}

const PartEdit = ({ name, itemPart: { within, label, field }, isFirst }: PartEditProps) => {
  const t = useT();
  const offers = getKindTraits(field).multiValue?.offers ?? [];
  const line = buildLineName(name, within);
  const { field: op } = useInput({ source: `${line}.op`, defaultValue: offers[0] });
  const { setFocus } = useFormContext();
  useEffect(() => {
    if (isFirst) setFocus(`${line}.op`);
  }, [isFirst, setFocus, line]);
  const operation = (offers as readonly string[]).includes(String(op.value)) ? (op.value as EditOp) : 'add';
  return (
    <div className={styles['part']} role={label === null ? undefined : 'group'} aria-label={label ?? undefined}>
      {label !== null && <h3>{label}</h3>}
      <Select
        label={t('listing.bulk.edits.op')}
        choices={offers.map(offer => [offer, t(`listing.bulk.edits.ops.${offer}`)] as const)}
        name={op.name}
        value={operation}
        inputRef={op.ref}
        onChange={op.onChange}
        onBlur={op.onBlur}
        helperText={t(`listing.bulk.edits.hints.${operation}`)}
      />
      {(operation === 'remove' || operation === 'move') && <EditItems {...{ line, field }} side="from" op="remove" />}
      {operation !== 'remove' && (
        <EditItems {...{ line, field }} side="items" op={operation === 'move' ? 'add' : operation} />
      )}
    </div>
  );
};

interface EditItemsProps {
  line: string;
  field: Field;
  side: 'from' | 'items';
  op: Exclude<EditOp, 'move'>;
}

const EditItems = ({ line, field, side, op }: EditItemsProps) => {
  const t = useT();
  const { Input, RemovedInput } = getKindView(field);
  const ChosenInput = (op === 'remove' && RemovedInput) || Input;
  // Not required: an edit may name no items, and the resulting value is validated for each record.
  return (
    <ChosenInput
      name={`${line}.${side}`}
      label={t(`listing.bulk.edits.items.${op}`)}
      field={{ ...field, required: false }}
    />
  );
};
