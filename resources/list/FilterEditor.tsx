import type { Field } from '#contract/fields.ts';
import { canBeEmpty, getEmptyParameterName } from '#contract/filters.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import styles from '../fields/Filter.module.css';
import { getKindView } from '../fields/getKindView.ts';
import type { FilterProps } from '../fields/view.ts';
import { getEmptinessFilter, getEmptinessMessages, listValueParameterNames } from './listFilterParameters.ts';

export const FilterEditor = ({ field, name, values, onChange }: FilterProps & { field: Field }) => {
  const t = useT();
  const { Filter } = getKindView(field);
  const empty = getEmptinessFilter(name, values);
  const emptyKey = getEmptyParameterName(name);
  const clearedParameters = Object.fromEntries(listValueParameterNames(name, field).map(key => [key, undefined]));
  const choose = (isEmpty: boolean) =>
    onChange({ ...clearedParameters, [emptyKey]: empty === isEmpty ? undefined : isEmpty });
  return (
    <>
      {Filter && (
        <Filter {...{ field, name, values }} onChange={changes => onChange({ ...changes, [emptyKey]: undefined })} />
      )}
      {canBeEmpty(field) && (
        <div className={styles['choices']}>
          {[true, false].map(isEmpty => (
            <Checkbox
              key={String(isEmpty)}
              label={t(getEmptinessMessages(field)[isEmpty ? 'onlyEmpty' : 'onlyFilled'])}
              checked={empty === isEmpty}
              onChange={() => choose(isEmpty)}
            />
          ))}
        </div>
      )}
    </>
  );
};
