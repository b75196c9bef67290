import FilterIcon from '@mui/icons-material/FilterListOutlined';
import { useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { batchKinds, historyEntities } from '#contract/batches.ts';
import { getChangeReadAccess } from '#contract/drafts.ts';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import { getCollection } from '#contract/records.ts';
import { useBatchPeople } from '#providers/cache/batchQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyOnError } from '#providers/reporting/ErrorNotifier.tsx';
import { useCan } from '#providers/session/profile.ts';
import { resources } from '#resources/all.ts';
import { getLabelResource, useFieldName } from '#resources/drafts/names.ts';
import { useLabels } from '#resources/engine/useLabels.ts';
import { DayField } from '#resources/list/DayField.tsx';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { Select } from '#ui/Select.tsx';
import { useMediaQuery } from '#ui/useMediaQuery.ts';
import styles from './History.module.css';
import type { BatchAddress } from './useBatchAddress.ts';

interface BatchFiltersProps {
  address: BatchAddress;
  /** The name of the record that the list is about, if it is known. */
  recordName: string | undefined;
}

/** Typing and dates replace the entry of the browser's history, so that going back skips partial words. */
const replaceHistory = { replace: true };

/** On a phone only the word is visible at first, because all filters would fill the screen. */
export const BatchFilters = ({ address, recordName }: BatchFiltersProps) => {
  const t = useT();
  const isNarrow = useMediaQuery('(max-width: 700px)');
  const [isOpen, setOpen] = useState(false);
  const { values, isNarrowed, set, reset } = address;
  return (
    <form className={styles['filters']} onSubmit={event => event.preventDefault()}>
      <SearchField
        label={t('batches.word')}
        value={values.word ?? ''}
        onSearch={word => word !== (values.word ?? '') && set({ word: word || undefined }, replaceHistory)}
      />
      {isNarrow && (
        <Button startIcon={<FilterIcon fontSize="small" />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('batches.filters')}
        </Button>
      )}
      {(!isNarrow || isOpen) && <AllFilters address={address} />}
      {values.record_id !== undefined && (
        <Chip
          label={t('batches.record', { name: recordName ?? `№ ${values.record_id}` })}
          onDelete={() => set({ record_id: undefined })}
        />
      )}
      {isNarrowed && <Button onClick={reset}>{t('batches.reset')}</Button>}
    </form>
  );
};

const AllFilters = ({ address: { values, set } }: { address: BatchAddress }) => {
  const t = useT();
  const people = useBatchPeople();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const { user, kind, since, until, entity, unpublished } = values;
  return (
    <>
      <DayField
        label={t('batches.since')}
        value={since}
        max={until}
        onDayChange={day => set({ since: day }, replaceHistory)}
      />
      <DayField
        label={t('batches.until')}
        value={until}
        min={since}
        onDayChange={day => set({ until: day }, replaceHistory)}
      />
      <Combobox
        label={t('batches.person')}
        options={people.map(({ id }) => id)}
        selectedValues={user === undefined ? [] : [user]}
        getOptionLabel={id => names.get(id) ?? `№ ${id}`}
        getOptionKey={id => id}
        onChoose={([id]) => set({ user: id })}
      />
      <Select
        label={t('batches.kind')}
        value={kind ?? ''}
        choices={[['', t('batches.anyKind')], ...batchKinds.map(name => [name, t(`batches.kinds.${name}`)] as const)]}
        onChange={({ target }) => set({ kind: batchKinds.find(name => name === target.value) })}
      />
      <EntityFilter value={entity} onChange={next => set({ entity: next, record_id: undefined, field: undefined })} />
      {entity !== undefined && <FieldFilter entity={entity} value={values.field} onChange={field => set({ field })} />}
      <ProjectFilter value={values.project} onChange={project => set({ project })} />
      <Checkbox
        label={t('batches.unpublished')}
        checked={unpublished ?? false}
        onChange={({ target }) => set({ unpublished: target.checked || undefined })}
      />
    </>
  );
};

interface TextFilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const EntityFilter = ({ value, onChange }: TextFilterProps) => {
  const t = useT();
  const can = useCan();
  const translate = useTranslate();
  const declared = resources.map(({ name }) => name).filter(name => can(getCollection(name).access.list));
  const isCategoryShown = historyEntities.includes('categories') && can(getChangeReadAccess('categories'));
  return (
    <Select
      label={t('batches.entity')}
      value={value ?? ''}
      choices={[
        ['', t('batches.anyEntity')],
        ...declared.map(name => [name, translate(`resources.${name}.several`)] as const),
        ...(isCategoryShown ? [['categories', t('pages.categories.title')] as const] : []),
      ]}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  );
};

const categoryFields = ['name', 'parent_id', 'position'];

const FieldFilter = ({ entity, value, onChange }: TextFilterProps & { entity: string }) => {
  const t = useT();
  const definition = resources.find(({ name }) => name === entity)?.definition ?? null;
  const labels = useLabels(getLabelResource(entity));
  const getCategoryField = useFieldName(entity, null);
  const fields = definition
    ? Object.entries(definition.collection.fields).flatMap(([name, field]) =>
        field.readOnly || field.isSecret ? [] : [[name, labels.field(name)] as const],
      )
    : categoryFields.map(name => [name, getCategoryField(name)] as const);
  return (
    <Select
      label={t('batches.field')}
      value={value ?? ''}
      choices={[['', t('batches.anyField')], ...fields]}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  );
};

interface ProjectFilterProps {
  value: number | undefined;
  onChange: (project: number | undefined) => void;
}

const ProjectFilter = ({ value, onChange }: ProjectFilterProps) => {
  const t = useT();
  const isListable = useCan()(getCollection('settings/project').access.list);
  const { data = [], error } = useGetList<{ id: number; name: string }>(
    'settings/project',
    { pagination: { page: 1, perPage: MAX_PER_PAGE }, sort: { field: 'name', order: 'ASC' } },
    { enabled: isListable },
  );
  useNotifyOnError(error);
  if (!isListable) return null;
  return (
    <Select
      label={t('batches.project')}
      value={value === undefined ? '' : String(value)}
      choices={[['', t('batches.anyProject')], ...data.map(({ id, name }) => [String(id), name] as const)]}
      onChange={({ target }) => onChange(Number(target.value) || undefined)}
    />
  );
};
