import type { Field } from '#contract/fields.ts';
import { type PermissionSlug, permissionSlugs } from '#contract/permissions.ts';
import { useReferenceValues } from '#providers/cache/referenceValues.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { useAllRecords } from './useAllRecords.ts';
import { useRecordOptions } from './useRecordOptions.ts';
import type { FilterProps } from './view.ts';

interface PickedFilterProps<V extends string | number> {
  options: readonly V[];
  selected: V[];
  getLabel: (option: V) => string;
  onChoose: (next: V[]) => void;
  search?: ReturnType<typeof useRecordOptions>['search'];
}

const PickedFilter = <V extends string | number>({
  options,
  selected: selectedIds,
  getLabel,
  onChoose,
  search,
}: PickedFilterProps<V>) => {
  const t = useT();
  return (
    <Combobox
      label={t('shell.anyOf')}
      multiple
      autoFocus
      {...(search ?? { openOnFocus: true })}
      options={[...options]}
      selectedValues={selectedIds}
      getOptionLabel={getLabel}
      onChoose={onChoose}
    />
  );
};

const toList = (value: unknown): unknown[] => [value ?? []].flat();

export const ReferenceFilter = ({ field, name, values, onChange }: FilterProps<'reference' | 'references'>) => {
  const { values: options, byId } = useReferenceValues(field.of);
  return (
    <PickedFilter
      options={options.map(({ id }) => id)}
      selected={toList(values[name]).map(Number)}
      getLabel={id => byId.get(id)?.name ?? `№ ${id}`}
      onChoose={next => onChange({ [name]: next })}
    />
  );
};

export const CodeFilter = ({ field, name, values, onChange }: FilterProps<'byCode'>) => {
  const { records, nameOf } = useAllRecords(field.of, field.key);
  return (
    <PickedFilter
      options={records.map(({ code }) => code)}
      selected={toList(values[name]).map(String)}
      getLabel={nameOf}
      onChoose={next => onChange({ [name]: next })}
    />
  );
};

export const PermissionFilter = ({ name, values, onChange }: FilterProps<'permissions'>) => {
  const t = useT();
  return (
    <PickedFilter<PermissionSlug>
      options={permissionSlugs}
      selected={permissionSlugs.filter(slug => toList(values[name]).includes(slug))}
      getLabel={slug => t(`permissions.${slug}`)}
      onChoose={next => onChange({ [name]: next })}
    />
  );
};

export const RecordFilter = ({ field, name, values, onChange }: FilterProps<'one' | 'many'>) => {
  const { of }: Pick<Field<'one'>, 'of'> = field;
  const selectedIds = toList(values[name]).map(Number);
  const { options, labelOf, search } = useRecordOptions(of, selectedIds);
  return (
    <PickedFilter
      {...{ options, search }}
      selected={selectedIds}
      getLabel={labelOf}
      onChoose={next => onChange({ [name]: next })}
    />
  );
};
