import { useInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Price } from '#contract/fields/prices.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useLocale } from '#providers/locale/LocaleSwitch.tsx';
import { DecimalText } from './DecimalText.tsx';
import { formatDecimal } from './decimal.ts';
import styles from './PricesInput.module.css';
import { useAllRecords } from './useAllRecords.ts';
import type { KindInputProps } from './view.ts';

const PRICE_DECIMALS = 2;

const getNoPricesKey = (failure: unknown) => (failure ? 'shell.readFailed' : 'shell.noProjects');

/** The placeholder shows the base price, because the base price applies if the field is empty. */
export const PricesInput = ({ name, label, field }: KindInputProps<'prices'>) => {
  const t = useT();
  const locale = useLocale();
  const { records, isLoading, error: failure } = useAllRecords(field.of);
  const base: unknown = useWatch({ name: field.base });
  const input = useInput({ source: name });
  const prices: Price[] = input.field.value || [];
  const findPrice = (project: number) => prices.find(({ project_id }) => project_id === project);
  const setPrice = (project_id: number, amount: number | null) => {
    const others = prices.filter(price => price.project_id !== project_id);
    const newPrices = amount === null ? [] : [{ project_id, amount, currency: field.currency }];
    input.field.onChange([...others, ...newPrices].toSorted((a, b) => a.project_id - b.project_id));
  };
  const { error, invalid } = input.fieldState;
  return (
    <fieldset className={styles['prices']}>
      <legend>{label}</legend>
      <p>{t(records.length > 0 ? 'shell.pricesHint' : isLoading ? 'shell.loading' : getNoPricesKey(failure))}</p>
      {records
        .filter(({ id, archived }) => !archived || findPrice(id))
        .map(project => {
          const price = findPrice(project.id);
          return (
            <DecimalText
              key={project.id}
              name={`${name}.${project.code}`}
              label={project.name}
              placeholder={formatDecimal(base, locale, PRICE_DECIMALS)}
              decimals={PRICE_DECIMALS}
              value={price?.amount}
              error={invalid && price !== undefined && !Price.safeParse(price).success}
              onChange={amount => setPrice(project.id, amount)}
              onBlur={input.field.onBlur}
              end={field.currency}
            />
          );
        })}
      {invalid && <p data-error>{error?.message}</p>}
    </fieldset>
  );
};
