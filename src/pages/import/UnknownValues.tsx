import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef, useState } from 'react';
import type { PreparedChoices, PreparedImport, UnknownValuesPage } from '#contract/preparing.ts';
import { referenceAccess } from '#contract/references.ts';
import { type ChangePreparedImport, useUnknownValues } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import preview from './Preview.module.css';
import styles from './UnknownValues.module.css';
import { type ChosenValue, ValueInput } from './ValueInput.tsx';

interface UnknownValuesProps {
  preparedImport: PreparedImport;
  disabled: boolean;
  onChange: ChangePreparedImport;
}

/**
 * Lists up to this length are expanded by default, because their rows cannot be imported until the user has chosen
 * values.
 */
const MAX_EXPANDED_VALUES = 10;

/** The unknown texts of a column. The user chooses a value for each, which applies to all rows with that text. */
export const UnknownValues = ({ preparedImport, disabled, onChange }: UnknownValuesProps) => {
  const t = useT();
  const { number } = useFormats();
  const [chosenField, setChosenField] = useState<string | null>();
  const { unknown_values } = preparedImport;
  const openedField =
    chosenField === undefined ? unknown_values.find(({ count }) => count <= MAX_EXPANDED_VALUES)?.field : chosenField;
  return unknown_values.map(({ field, label, count }) => (
    <div key={field} className={preview['fileColumns']}>
      <p>
        {t('importPage.values.count', { label, number: number(count) })}{' '}
        <Button
          aria-expanded={openedField === field}
          disabled={disabled}
          onClick={() => setChosenField(openedField === field ? null : field)}
        >
          {t(openedField === field ? 'importPage.values.hide' : 'importPage.values.choose', { label })}
        </Button>
      </p>
      {openedField === field && <ValueList {...{ preparedImport, field, label, onChange }} />}
    </div>
  ));
};

interface ValueListProps extends Omit<UnknownValuesProps, 'disabled'> {
  field: string;
  label: string;
}

/** Heights in px. */
const ROW_HEIGHT = 64;
const LIST_HEIGHT = 400;

type UnknownValue = UnknownValuesPage['items'][number];

const ValueList = ({ preparedImport, field, label, onChange }: ValueListProps) => {
  const t = useT();
  const { data, error, refetch } = useUnknownValues(preparedImport, field);
  const items = data?.items ?? [];
  const [isKept, setKept] = useState(true);
  const canKeep = useCan()(referenceAccess) && items.some(({ can_be_new }) => can_be_new);
  const column = preparedImport.columns.find(column => column.field === field);
  if (error) return <ReadError error={error} onRetry={() => void refetch()} />;
  const replace = (item: UnknownValue) => (chosenValue: ChosenValue) => {
    const isSynonym = isKept && canKeep && item.can_be_new && 'value' in chosenValue;
    return onChange({ alike: [{ field, was: item.text, ...chosenValue, ...(isSynonym && { is_synonym: true }) }] });
  };
  return (
    <>
      <ScrolledValues label={t('importPage.values.list', { label })} items={items}>
        {item =>
          column && <ValueInput column={column} newText={item.can_be_new ? item.text : null} onChoose={replace(item)} />
        }
      </ScrolledValues>
      {canKeep && (
        <Checkbox
          label={t('importPage.values.keep')}
          checked={isKept}
          onChange={({ target }) => setKept(target.checked)}
        />
      )}
      {items.length > 1 && <RemainingValues {...{ field, items, onChange }} />}
    </>
  );
};

interface ScrolledValuesProps {
  label: string;
  items: readonly UnknownValue[];
  children: (item: UnknownValue) => ReactNode;
}

const ScrolledValues = ({ label, items, children }: ScrolledValuesProps) => {
  const t = useT();
  const { number } = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: index => items[index]?.text ?? index,
    overscan: 5,
    initialRect: { width: 0, height: LIST_HEIGHT },
  });
  return (
    <div className={styles['scroller']} ref={scroller}>
      <ul aria-label={label} className={styles['list']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return (
            item && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-label={item.text}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span className={styles['text']}>
                  {item.text}{' '}
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

interface RemainingValuesProps extends Pick<ValueListProps, 'field' | 'onChange'> {
  items: readonly UnknownValue[];
}

/** Decides about all texts that are still listed at once, after the user has chosen values for some of them. */
const RemainingValues = ({ field, items, onChange }: RemainingValuesProps) => {
  const t = useT();
  const { number } = useFormats();
  const canCreate = useCan()(referenceAccess);
  const [isChanging, setChanging] = useState(false);
  const decide = async (alike: NonNullable<PreparedChoices['alike']>) => {
    setChanging(true);
    await onChange({ alike });
    setChanging(false);
  };
  const newItems = canCreate ? items.filter(({ can_be_new }) => can_be_new) : [];
  return (
    <div className={styles['remaining']}>
      {newItems.length > 0 && (
        <Button
          variant="outlined"
          disabled={isChanging}
          onClick={() => void decide(newItems.map(({ text }) => ({ field, was: text, text, is_new: true })))}
        >
          {t('importPage.values.createRest', { number: number(newItems.length) })}
        </Button>
      )}
      <Button
        variant="outlined"
        disabled={isChanging}
        onClick={() => void decide(items.map(({ text }) => ({ field, was: text, text: null })))}
      >
        {t('importPage.values.skipRest', { number: number(items.length) })}
      </Button>
    </div>
  );
};
