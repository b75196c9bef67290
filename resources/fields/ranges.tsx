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
  parse: (text: string, edge: RangeEdge) => unknown;
  write: (limit: unknown) => string;
}

const RangeFields = ({ name, values, onChange, type, parse, write }: RangeFieldsProps) => {
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
          onChange={({ target }) => onChange({ [key]: parse(target.value, index === 0 ? 'start' : 'end') })}
        />
      ))}
    </div>
  );
};

export const NumberRange = (props: RangeProps) => {
  const locale = useLocale();
  // Incomplete input, such as a lone comma, applies no filter.
  const parse = (text: string) => {
    const value = parseDecimal(text, locale);
    return value === null || Number.isNaN(value) ? undefined : value;
  };
  return (
    <RangeFields {...props} type="text" parse={parse} write={limit => formatDecimal(Number(limit), locale) ?? ''} />
  );
};

export const DayRange = (props: RangeProps) => (
  <RangeFields {...props} type="date" parse={text => (isWholeDay(text) ? text : undefined)} write={String} />
);

export const MomentRange = (props: RangeProps) => (
  <RangeFields {...props} type="date" parse={toMoment} write={limit => toLocalDay(String(limit))} />
);

const RangeText = ({ name, values, write }: RangeTextProps & { write: (limit: unknown) => string }) => {
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
  return <RangeText {...props} write={limit => number(Number(limit))} />;
};

export const DayRangeText = (props: RangeTextProps) => {
  const { day } = useFormats();
  return <RangeText {...props} write={limit => day(String(limit))} />;
};

export const MomentRangeText = (props: RangeTextProps) => {
  const { day } = useFormats();
  return <RangeText {...props} write={limit => day(toLocalDay(String(limit)))} />;
};
