import CloseIcon from '@mui/icons-material/Close';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useInput, useRecordContext } from 'react-admin';
import { endpoints } from '#contract/endpoints.ts';
import {
  getAccessWhenNamed,
  getMatrixAccess,
  getNamedRoleAccess,
  isWithoutEffect,
  type MatrixAccess,
} from '#contract/matrices.ts';
import { emptySharing, isShared, type Sharing, type SharingLevel, sharingLevels } from '#contract/sharing.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { inPlaceErrorMeta } from '#providers/reporting/ErrorNotifier.tsx';
import { IconButton } from '#ui/Button.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { Select } from '#ui/Select.tsx';
import styles from './SharingInput.module.css';
import type { KindInputProps } from './view.ts';

interface SharingCandidate {
  key: string;
  name: string;
  accessAt: (level: SharingLevel) => MatrixAccess;
}
interface NamedCandidate extends SharingCandidate {
  level: SharingLevel;
  access: MatrixAccess | null;
}

export const SharingInput = ({ name }: KindInputProps<'sharing'>) => {
  const t = useT();
  const { people, error, refetch } = usePeople();
  if (people) return <SharingFields name={name} people={people} />;
  return error ? <ReadError error={error} onRetry={() => void refetch()} /> : <p role="status">{t('shell.loading')}</p>;
};

const SharingFields = ({ name, people }: { name: string; people: People }) => {
  const t = useT();
  const { field, fieldState } = useInput({ source: name });
  const value = (field.value || emptySharing) as Sharing;
  const { userOf, roleOf, ...free } = useCandidates(people, value);
  const patch = (changes: Partial<Sharing>) => field.onChange({ ...value, ...changes });
  return (
    <div className={styles['sharing']}>
      {fieldState.error?.message && (
        <p className={styles['fault']} role="alert" tabIndex={-1} ref={field.ref}>
          {fieldState.error.message}
        </p>
      )}
      {!isShared(value) && <p>{t('matrix.access.everybody')}</p>}
      <NamedList
        title={t('matrix.access.users')}
        add={t('matrix.access.addUser')}
        named={value.users.map(({ id, level }) => ({ ...userOf(id), level }))}
        free={free.users}
        onChange={named => patch({ users: named.map(({ key, level }) => ({ id: Number(key), level })) })}
      />
      <NamedList
        title={t('matrix.access.roles')}
        add={t('matrix.access.addRole')}
        named={value.roles.map(({ slug, level }) => ({ ...roleOf(slug), level }))}
        free={free.roles}
        onChange={named => patch({ roles: named.map(({ key, level }) => ({ slug: key, level })) })}
      />
      <AccessExplanation sharing={value} users={people.users} />
    </div>
  );
};

type People = NonNullable<ReturnType<typeof usePeople>['people']>;
/** Unknown for a user who may no longer list matrices. */
const getUnknownAccess = (level: SharingLevel): MatrixAccess => ({
  level,
  reason: level === 'edit' ? 'namedEdit' : 'namedView',
});

const useAuthor = () => useRecordContext<{ author: { id: number } | null }>()?.author ?? null;

const useCandidates = ({ users, roles }: People, value: Sharing) => {
  const t = useT();
  const author = useAuthor();
  const matrixUserOf = ({ slugs, ...person }: People['users'][number]) => ({ ...person, grantedSlugs: new Set(slugs) });
  const toUserChoice = (person: People['users'][number]): SharingCandidate => ({
    key: String(person.id),
    name: person.name,
    accessAt: level => getAccessWhenNamed(matrixUserOf(person), author, level),
  });
  const toRoleChoice = ({ slug, name, slugs }: People['roles'][number]): SharingCandidate => ({
    key: slug,
    name,
    accessAt: level => getNamedRoleAccess({ role: slug, grantedSlugs: new Set(slugs) }, level),
  });
  return {
    userOf: (id: number): Omit<NamedCandidate, 'level'> => {
      const person = users.find(user => user.id === id);
      if (!person)
        return { key: String(id), name: t('matrix.access.gone', { id }), accessAt: getUnknownAccess, access: null };
      return { ...toUserChoice(person), access: getMatrixAccess(matrixUserOf(person), { author, access: value }) };
    },
    roleOf: (slug: string): Omit<NamedCandidate, 'level'> => {
      const role = roles.find(one => one.slug === slug);
      if (!role) return { key: slug, name: slug, accessAt: getUnknownAccess, access: null };
      const level = value.roles.find(one => one.slug === slug)?.level ?? 'view';
      return { ...toRoleChoice(role), access: toRoleChoice(role).accessAt(level) };
    },
    users: users.filter(({ id }) => !value.users.some(user => user.id === id)).map(toUserChoice),
    roles: roles.filter(({ slug }) => !value.roles.some(role => role.slug === slug)).map(toRoleChoice),
  };
};

const usePeople = () => {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['matrices', 'people'],
    queryFn: ({ signal }) => api(endpoints.matrices.people, { signal }),
    meta: inPlaceErrorMeta,
  });
  return { people: data, error, refetch };
};

interface NamedListProps {
  title: string;
  add: string;
  named: readonly NamedCandidate[];
  free: readonly SharingCandidate[];
  onChange: (named: Pick<NamedCandidate, 'key' | 'level'>[]) => void;
}

const NamedList = ({ title, add, named, free, onChange }: NamedListProps) => {
  const t = useT();
  const canSee = (choice: SharingCandidate): boolean => choice.accessAt('view').level !== 'none';
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {named.map(one => (
          <NamedRow
            key={one.key}
            {...{ one }}
            onLevel={level => onChange(named.map(other => (other === one ? { ...one, level } : other)))}
            onRemove={() => onChange(named.filter(other => other !== one))}
          />
        ))}
      </ul>
      <Combobox
        label={add}
        options={free.toSorted((one, other) => Number(canSee(other)) - Number(canSee(one)))}
        selectedValues={[]}
        clearOnSelect
        getOptionLabel={option => option.name}
        getOptionKey={option => option.key}
        getOptionDisabled={option => !canSee(option)}
        renderOption={option =>
          canSee(option)
            ? option.name
            : t('matrix.access.cannotSee', {
                name: option.name,
                reason: t(`matrix.access.reasons.${option.accessAt('view').reason}`),
              })
        }
        onChoose={([chosen]) => chosen && onChange([...named, { key: chosen.key, level: 'view' }])}
      />
    </section>
  );
};

interface NamedRowProps {
  one: NamedCandidate;
  onLevel: (level: SharingLevel) => void;
  onRemove: () => void;
}

const NamedRow = ({ one: { name, level, access, accessAt }, onLevel, onRemove }: NamedRowProps) => {
  const t = useT();
  const text = useEffectText({ level, access, accessAt });
  return (
    <li>
      <span>
        {name}
        {text && <small>{text}</small>}
      </span>
      <div>
        <Select
          label={t('matrix.access.level', { name })}
          isLabelHidden
          value={level}
          choices={sharingLevels.map(
            one =>
              [one, t(`matrix.access.levels.${one}`), one !== level && isWithoutEffect(accessAt(one), one)] as const,
          )}
          aria-description={text ?? undefined}
          onChange={({ target }) => onLevel(target.value as SharingLevel)}
        />
      </div>
      <IconButton aria-label={t('matrix.access.remove', { name })} onClick={onRemove}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </li>
  );
};

/** Explains why a level has no effect, or why a higher one cannot be chosen. */
const useEffectText = ({
  level,
  access,
  accessAt,
}: Pick<NamedCandidate, 'level' | 'access' | 'accessAt'>): string | null => {
  const t = useT();
  const reasonOf = ({ reason }: MatrixAccess) => t(`matrix.access.reasons.${reason}`);
  if (access && access.level !== level)
    return t('matrix.access.effective', {
      level: t(`matrix.access.levels.${access.level}`),
      reason: reasonOf(access),
    });
  const highest = accessAt('edit');
  return highest.level === 'edit' ? null : t('matrix.access.onlyView', { reason: reasonOf(highest) });
};

const AccessExplanation = ({ sharing, users }: { sharing: Sharing; users: People['users'] }) => {
  const t = useT();
  const author = useAuthor();
  const [chosen, choose] = useState<number | null>(null);
  const person = users.find(({ id }) => id === chosen);
  const access =
    person && getMatrixAccess({ ...person, grantedSlugs: new Set(person.slugs) }, { author, access: sharing });
  return (
    <section aria-label={t('matrix.access.explain')}>
      <h2>{t('matrix.access.explain')}</h2>
      <Combobox
        label={t('matrix.access.who')}
        options={users}
        selectedValues={person ? [person] : []}
        getOptionLabel={option => option.name}
        getOptionKey={option => option.id}
        onChoose={([one]) => choose(one?.id ?? null)}
      />
      <p role="status">
        {access && (
          <>
            <strong>{t(`matrix.access.levels.${access.level}`)}</strong> {t(`matrix.access.reasons.${access.reason}`)}
          </>
        )}
      </p>
    </section>
  );
};
