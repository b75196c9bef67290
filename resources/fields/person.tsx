import { useRecordContext } from 'react-admin';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useProfile } from '#providers/session/profile.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './Filter.module.css';
import {
  defineFilteredView,
  type FilterProps,
  type FilterTextProps,
  type KindInputProps,
  type RenderValue,
} from './view.ts';

const getPersonName = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : '';

/** Read-only: the server sets it. */
const PersonInput = ({ name, label }: KindInputProps<'person'>) => (
  <TextField label={label} value={getPersonName(useRecordContext()?.[name])} disabled />
);

const renderName: RenderValue = getPersonName;

/** Users without access to the staff list can only filter by their own name. */
const PersonFilter = ({ name, values, onChange }: FilterProps<'person'>) => {
  const t = useT();
  const profile = useProfile();
  return (
    <div className={styles['choices']}>
      <Checkbox
        label={t('listing.onlyMine')}
        checked={values[name] !== undefined}
        onChange={({ target }) => onChange({ [name]: target.checked && profile ? [profile.id] : undefined })}
      />
    </div>
  );
};

const PersonText = ({ name, values }: FilterTextProps<'person'>) => {
  const t = useT();
  const profile = useProfile();
  return [values[name]]
    .flat()
    .map(id => (Number(id) === profile?.id ? t('listing.me') : `№ ${String(id)}`))
    .join(', ');
};

export const person = defineFilteredView('person', {
  Input: PersonInput,
  useCell: () => renderName,
  width: () => 180,
  Filter: PersonFilter,
  FilterText: PersonText,
});
