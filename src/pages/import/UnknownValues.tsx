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
  prepared: PreparedImport;
  disabled: boolean;
  onChange: ChangePreparedImport;
}

/**
 * Lists up to this length are expanded by default, because their rows cannot be imported until the user has chosen
 * values.
 */
const MAX_EXPANDED_VALUES = 10;

/** The unknown texts of a column. The user chooses a value for each, which applies to all rows with that text. */
export const UnknownValues = ({ prepared, disabled, onChange }: UnknownValuesProps) => {
  const t = useT();
  const { number } = useFormats();
  const [chosen, open] = useState<string | null>();
  const { unknown_values } = prepared;
  const opened =
    chosen === undefined ? unknown_values.find(({ count }) => count <= MAX_EXPANDED_VALUES)?.field : chosen;
  return unknown_values.map(({ field, label, count }) => (
    <div key={field} className={preview['fileColumns']}>
      <p>
        {t('importPage.values.count', { label, number: number(count) })}{' '}
        <Button
          aria-expanded={opened === field}
          disabled={disabled}
          onClick={() => open(opened === field ? null : field)}
        >
          {t(opened === field ? 'importPage.values.hide' : 'importPage.values.choose', { label })}
        </Button>
      </p>
      {opened === field && <ValueList {...{ prepared, field, label, onChange }} />}
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

const ValueList = ({ prepared, field, label, onChange }: ValueListProps) => {
  const t = useT();
  const { number } = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useUnknownValues(prepared, field);
  const items = data?.items ?? [];
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: at => items[at]?.text ?? at,
    overscan: 5,
    initialRect: { width: 0, height: LIST_HEIGHT },
  });
  if (error) return <ReadError error={error} onRetry={() => void refetch()} />;
  const replace = (was: string) => (read: { value: unknown } | { text: string | null }) =>
    onChange({ alike: [{ field, was, ...read }] });
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
