import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import {
  MAX_NEW_VALUES,
  type PreparedChoices,
  type PreparedImport,
  type UnknownValuesPage,
} from '#contract/preparing.ts';
import { referenceAccess } from '#contract/references.ts';
import { type ChangePreparedImport, useUnknownValues } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { cutMiddle } from '#ui/cutMiddle.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { SegmentedControl } from '#ui/SegmentedControl.tsx';
import styles from './UnknownValues.module.css';
import { type ChosenValue, ValueInput } from './ValueInput.tsx';

interface UnknownValuesDialogProps {
  /** Has at least one unknown value. */
  preparedImport: PreparedImport;
  onChange: ChangePreparedImport;
  onClose: () => void;
}

/**
 * The unknown texts, one field at a time. The user chooses a value for each text, and this value applies to all rows
 * with the text.
 */
export const UnknownValuesDialog = ({ preparedImport, onChange, onClose }: UnknownValuesDialogProps) => {
  const t = useT();
  const { number } = useFormats();
  const [chosenField, setChosenField] = useState<string | null>(null);
  const { unknown_values } = preparedImport;
  const shownField = unknown_values.find(({ field }) => field === chosenField) ?? unknown_values[0];
  if (!shownField) return null;
  return (
    <Dialog
      title={t('importPage.values.title')}
      size="large"
      onClose={onClose}
      actions={shownField.count > 1 && <RemainingValues unknownField={shownField} onChange={onChange} />}
    >
      {unknown_values.length > 1 && (
        <SegmentedControl
          label={t('importPage.columns.field')}
          value={shownField.field}
          choices={unknown_values.map(({ field, label, count }) => [field, `${label} ${number(count)}`] as const)}
          onChoose={setChosenField}
        />
      )}
      <ValueList key={shownField.field} preparedImport={preparedImport} unknownField={shownField} onChange={onChange} />
    </Dialog>
  );
};

type UnknownField = PreparedImport['unknown_values'][number];

interface ValueListProps extends Pick<UnknownValuesDialogProps, 'preparedImport' | 'onChange'> {
  unknownField: UnknownField;
}

type UnknownValue = UnknownValuesPage['items'][number];

const ValueList = ({ preparedImport, unknownField: { field, label, count, can_be_new }, onChange }: ValueListProps) => {
  const t = useT();
  const { number } = useFormats();
  const { data, error, refetch } = useUnknownValues(preparedImport, field);
  const [decidedTexts, setDecidedTexts] = useState<ReadonlyMap<string, number>>(new Map());
  const items = (data?.items ?? []).filter(({ text }) => (decidedTexts.get(text) ?? 0) <= (data?.revision ?? 0));
  const [isKept, setKept] = useState(true);
  const canCreate = useCan()(referenceAccess);
  const canKeep = canCreate && can_be_new > 0;
  const column = preparedImport.columns.find(column => column.field === field);
  if (error) return <ReadError error={error} onRetry={() => void refetch()} />;
  const replace = (item: UnknownValue) => async (chosenValue: ChosenValue) => {
    const isSynonym = isKept && canKeep && item.can_be_new && 'value' in chosenValue;
    const correction = { field, was: item.text, ...chosenValue, ...(isSynonym && { is_synonym: true as const }) };
    // The list may lag behind the upload while it is being fetched again.
    const changedImport = await onChange({ alike: [correction] }, data?.revision);
    if (changedImport) setDecidedTexts(texts => new Map(texts).set(item.text, changedImport.revision));
    return changedImport;
  };
  return (
    <>
      <ScrolledValues label={t('importPage.values.list', { label })} items={items} expectedCount={count}>
        {item =>
          column && <ValueInput column={column} newText={item.can_be_new ? item.text : null} onChoose={replace(item)} />
        }
      </ScrolledValues>
      {items.length > 0 && count > items.length && (
        <p>{t('importPage.values.mostFrequent', { number: number(items.length), total: number(count) })}</p>
      )}
      {canCreate && can_be_new > MAX_NEW_VALUES && (
        <p>{t('importPage.values.tooManyNew', { limit: number(MAX_NEW_VALUES) })}</p>
      )}
      {!canCreate && can_be_new > 0 && <p>{t('importPage.values.mayNotCreate')}</p>}
      {canKeep && (
        <Checkbox
          label={t('importPage.values.keep')}
          checked={isKept}
          onChange={({ target }) => setKept(target.checked)}
        />
      )}
    </>
  );
};

/** Heights in px. */
const ROW_HEIGHT = 64;
const LIST_HEIGHT = 400;

interface ScrolledValuesProps {
  label: string;
  items: readonly UnknownValue[];
  /** Reserves room until the items have been fetched. */
  expectedCount: number;
  children: (item: UnknownValue) => ReactNode;
}

const ScrolledValues = ({ label, items, expectedCount, children }: ScrolledValuesProps) => {
  const t = useT();
  const { number } = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  useListFocus(scroller, items.length);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: index => items[index]?.text ?? index,
    overscan: 5,
    initialRect: { width: 0, height: LIST_HEIGHT },
  });
  return (
    <div className={styles['scroller']} ref={scroller} tabIndex={-1}>
      <ul
        aria-label={label}
        className={styles['list']}
        style={{ height: items.length > 0 ? virtual.getTotalSize() : expectedCount * ROW_HEIGHT }}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return (
            item && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-label={cutMiddle(item.text)}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span className={styles['text']} title={item.text}>
                  {cutMiddle(item.text)}{' '}
                  <small>{t('importPage.values.rows', { smart_count: item.rows, number: number(item.rows) })}</small>
                </span>
                {children(item)}
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
};

/** Keeps the focus in the list when an item disappears together with the focused control. */
const useListFocus = (list: RefObject<HTMLElement | null>, count: number): void => {
  const countBefore = useRef(count);
  useEffect(() => {
    // In that case, the focus is on the dialog or the page that contains the list.
    const isLost = document.activeElement?.contains(list.current) && document.activeElement !== list.current;
    if (count < countBefore.current && isLost) list.current?.focus({ preventScroll: true });
    countBefore.current = count;
  }, [list, count]);
};

/** Decides about all remaining texts at once, including texts that are not listed. */
const RemainingValues = ({ unknownField, onChange }: Pick<ValueListProps, 'unknownField' | 'onChange'>) => {
  const t = useT();
  const { number } = useFormats();
  const canCreate = useCan()(referenceAccess);
  const [isChanging, setChanging] = useState(false);
  const { field, count, can_be_new } = unknownField;
  const decide = async ({ becomes }: Pick<NonNullable<PreparedChoices['undecided']>[number], 'becomes'>) => {
    setChanging(true);
    await onChange({ undecided: [{ field, becomes }] });
    setChanging(false);
  };
  return (
    <>
      {canCreate && can_be_new > 0 && can_be_new <= MAX_NEW_VALUES && (
        <Button variant="outlined" disabled={isChanging} onClick={() => void decide({ becomes: 'new' })}>
          {t('importPage.values.createRest', { number: number(can_be_new) })}
        </Button>
      )}
      <Button variant="outlined" disabled={isChanging} onClick={() => void decide({ becomes: 'empty' })}>
        {t('importPage.values.skipRest', { number: number(count) })}
      </Button>
    </>
  );
};
