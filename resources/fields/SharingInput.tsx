import CloseIcon from '@mui/icons-material/Close';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useInput, useRecordContext } from 'react-admin';
import { endpoints } from '#contract/endpoints.ts';
import { matrixAccessOf } from '#contract/matrices.ts';
import { isShared, type Level, levels, type Sharing, unshared } from '#contract/sharing.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from '#ui/Button.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { Select } from '#ui/Select.tsx';
import styles from './SharingInput.module.css';
import type { KindInputProps } from './view.ts';

interface Named {
  key: string;
  name: string;
  level: Level;
}

/** Shares a record with people and roles, and explains the resulting access of any one person. */
export const SharingInput = ({ name }: KindInputProps<'sharing'>) => {
  const t = useT();
  const { field } = useInput({ source: name });
  const value = (field.value ?? unshared) as Sharing;
  const { users, roles } = usePeople();
  const put = (changes: Partial<Sharing>) => field.onChange({ ...value, ...changes });
  const nameOf = (id: number) => users.find(user => user.id === id)?.name ?? t('matrix.access.gone', { id });
  const roleOf = (slug: string) => roles.find(role => role.slug === slug)?.name ?? slug;
  return (
    <div className={styles['sharing']}>
      {!isShared(value) && <p>{t('matrix.access.everybody')}</p>}
      <NamedList
        title={t('matrix.access.users')}
        add={t('matrix.access.addUser')}
        named={value.users.map(({ id, level }) => ({ key: String(id), name: nameOf(id), level }))}
        free={users
          .filter(({ id }) => !value.users.some(user => user.id === id))
          .map(user => ({ key: String(user.id), name: user.name }))}
        onChange={named => put({ users: named.map(({ key, level }) => ({ id: Number(key), level })) })}
      />
      <NamedList
        title={t('matrix.access.roles')}
        add={t('matrix.access.addRole')}
        named={value.roles.map(({ slug, level }) => ({ key: slug, name: roleOf(slug), level }))}
        free={roles
          .filter(({ slug }) => !value.roles.some(role => role.slug === slug))
          .map(role => ({ key: role.slug, name: role.name }))}
        onChange={named => put({ roles: named.map(({ key, level }) => ({ slug: key, level })) })}
      />
      <Explained sharing={value} />
    </div>
  );
};

const usePeople = () => {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['matrices', 'people'],
    queryFn: ({ signal }) => api(endpoints.matrices.people, { signal }),
  });
  return data ?? { users: [], roles: [] };
};

interface NamedListProps {
  title: string;
  add: string;
  named: readonly Named[];
  free: readonly Omit<Named, 'level'>[];
  onChange: (named: Named[]) => void;
}

const NamedList = ({ title, add, named, free, onChange }: NamedListProps) => {
  const t = useT();
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {named.map(one => (
          <li key={one.key}>
            <span>{one.name}</span>
            <div>
              <Select
                label={t('matrix.access.level', { name: one.name })}
                isLabelHidden
                value={one.level}
                choices={levels.map(level => [level, t(`matrix.access.levels.${level}`)] as const)}
                onChange={({ target }) =>
                  onChange(named.map(other => (other === one ? { ...one, level: target.value as Level } : other)))
                }
              />
            </div>
            <IconButton
              aria-label={t('matrix.access.remove', { name: one.name })}
              onClick={() => onChange(named.filter(other => other !== one))}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Combobox
        label={add}
        options={free}
        chosen={[]}
        clearOnSelect
        getOptionLabel={option => option.name}
        getOptionKey={option => option.key}
        onChoose={([chosen]) => chosen && onChange([...named, { ...chosen, level: 'view' }])}
      />
    </section>
  );
};

/** Explains one person's access under the unsaved settings. */
const Explained = ({ sharing }: { sharing: Sharing }) => {
  const t = useT();
  const { users } = usePeople();
  const record = useRecordContext<{ id: number; author: { id: number } | null }>();
  const [chosen, choose] = useState<number | null>(null);
  const person = users.find(({ id }) => id === chosen);
  const reach =
    person &&
    matrixAccessOf({ ...person, granted: new Set(person.slugs) }, { author: record?.author ?? null, access: sharing });
  return (
    <section aria-label={t('matrix.access.explain')}>
      <h2>{t('matrix.access.explain')}</h2>
      <Combobox
        label={t('matrix.access.who')}
        options={users}
        chosen={person ? [person] : []}
        getOptionLabel={option => option.name}
        getOptionKey={option => option.id}
        onChoose={([one]) => choose(one?.id ?? null)}
      />
      <p role="status">
        {reach && (
          <>
            <strong>{t(`matrix.access.levels.${reach.level}`)}</strong> {t(`matrix.access.reasons.${reach.reason}`)}
          </>
        )}
      </p>
    </section>
  );
};
