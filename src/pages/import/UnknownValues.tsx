import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { PreparedImport } from '#contract/preparing.ts';
import { type ChangePreparedImport, useUnknownValues } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import preview from './Preview.module.css';
import styles from './UnknownValues.module.css';
import { ValueInput } from './ValueInput.tsx';

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

const ValueList = ({ preparedImport, field, label, onChange }: ValueListProps) => {
  const t = useT();
  const { number } = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useUnknownValues(preparedImport, field);
  const items = data?.items ?? [];
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: index => items[index]?.text ?? index,
    overscan: 5,
    initialRect: { width: 0, height: LIST_HEIGHT },
  });
  if (error) return <ReadError error={error} onRetry={() => void refetch()} />;
  const replace = (was: string) => (correctedValue: { value: unknown } | { text: string | null }) =>
    onChange({ alike: [{ field, was, ...correctedValue }] });
  return (
    <div className={styles['scroller']} ref={scroller}>
      <ul
        aria-label={t('importPage.values.list', { label })}
        className={styles['list']}
        style={{ height: virtual.getTotalSize() }}
      >
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
                <ValueInput field={field} label={label} onChoose={replace(item.text)} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
};
