import { getRangeParameterNames } from '#contract/filters.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useLocale } from '#providers/locale/LocaleSwitch.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useFormats } from '../engine/format.ts';
import { isWholeDay, toLocalDay, toMoment } from '../list/days.ts';
import { formatDecimal, parseDecimal } from './decimal.ts';
import styles from './Filter.module.css';
import type { FilterProps, FilterTextProps } from './view.ts';

type RangeProps = Pick<FilterProps, 'name' | 'values' | 'onChange'>;
type RangeTextProps = Pick<FilterTextProps, 'name' | 'values'>;
type RangeEdge = 'start' | 'end';

interface RangeFieldsProps extends RangeProps {
  type: 'text' | 'date';
  /** Undefined while the text is incomplete. */
  read: (text: string, edge: RangeEdge) => unknown;
  write: (bound: unknown) => string;
}

const RangeFields = ({ name, values, onChange, type, read, write }: RangeFieldsProps) => {
  const t = useT();
  return (
    <div className={styles['range']}>
      {getRangeParameterNames(name).map((key, index) => (
        <TextField
          key={key}
          autoFocus={index === 0}
          type={type}
          label={t(index === 0 ? 'shell.rangeFrom' : 'shell.rangeTo')}
          defaultValue={values[key] === undefined ? '' : write(values[key])}
          inputMode={type === 'date' ? undefined : 'decimal'}
          onChange={({ target }) => onChange({ [key]: read(target.value, index === 0 ? 'start' : 'end') })}
        />
      ))}
    </div>
  );
};

export const NumberRange = (props: RangeProps) => {
  const locale = useLocale();
  // Incomplete input, such as a lone comma, applies no filter.
  const read = (text: string) => {
    const value = parseDecimal(text, locale);
    return value === null || Number.isNaN(value) ? undefined : value;
  };
  return <RangeFields {...props} type="text" read={read} write={bound => formatDecimal(Number(bound), locale) ?? ''} />;
};

export const DayRange = (props: RangeProps) => (
  <RangeFields {...props} type="date" read={text => (isWholeDay(text) ? text : undefined)} write={String} />
);

export const MomentRange = (props: RangeProps) => (
  <RangeFields {...props} type="date" read={toMoment} write={bound => toLocalDay(String(bound))} />
);

const RangeText = ({ name, values, write }: RangeTextProps & { write: (bound: unknown) => string }) => {
  const t = useT();
  const [from, to] = getRangeParameterNames(name).map(key => values[key]);
  const parts = [
    from !== undefined && t('shell.from', { value: write(from) }),
    to !== undefined && t('shell.to', { value: write(to) }),
  ];
  return parts.filter(Boolean).join(' ');
};

export const NumberRangeText = (props: RangeTextProps) => {
  const { number } = useFormats();
  return <RangeText {...props} write={bound => number(Number(bound))} />;
};

export const DayRangeText = (props: RangeTextProps) => {
  const { day } = useFormats();
  return <RangeText {...props} write={bound => day(String(bound))} />;
};

export const MomentRangeText = (props: RangeTextProps) => {
  const { day } = useFormats();
  return <RangeText {...props} write={bound => day(toLocalDay(String(bound)))} />;
};
