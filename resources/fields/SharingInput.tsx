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
        candidates={value.users.map(({ id, level }) => ({ ...userOf(id), level }))}
        free={free.users}
        onChange={candidates => patch({ users: candidates.map(({ key, level }) => ({ id: Number(key), level })) })}
      />
      <NamedList
        title={t('matrix.access.roles')}
        add={t('matrix.access.addRole')}
        candidates={value.roles.map(({ slug, level }) => ({ ...roleOf(slug), level }))}
        free={free.roles}
        onChange={candidates => patch({ roles: candidates.map(({ key, level }) => ({ slug: key, level })) })}
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
  const toMatrixUser = ({ slugs, ...person }: People['users'][number]) => ({ ...person, grantedSlugs: new Set(slugs) });
  const toUserChoice = (user: People['users'][number]): SharingCandidate => ({
    key: String(user.id),
    name: user.name,
    accessAt: level => getAccessWhenNamed(toMatrixUser(user), author, level),
  });
  const toRoleChoice = ({ slug, name, slugs }: People['roles'][number]): SharingCandidate => ({
    key: slug,
    name,
    accessAt: level => getNamedRoleAccess({ role: slug, grantedSlugs: new Set(slugs) }, level),
  });
  return {
    userOf: (id: number): Omit<NamedCandidate, 'level'> => {
      const user = users.find(user => user.id === id);
      if (!user)
        return { key: String(id), name: t('matrix.access.gone', { id }), accessAt: getUnknownAccess, access: null };
      return { ...toUserChoice(user), access: getMatrixAccess(toMatrixUser(user), { author, access: value }) };
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
  candidates: readonly NamedCandidate[];
  free: readonly SharingCandidate[];
  onChange: (candidates: Pick<NamedCandidate, 'key' | 'level'>[]) => void;
}

const NamedList = ({ title, add, candidates, free, onChange }: NamedListProps) => {
  const t = useT();
  const canSee = (candidate: SharingCandidate): boolean => candidate.accessAt('view').level !== 'none';
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {candidates.map(candidate => (
          <NamedRow
            key={candidate.key}
            {...{ candidate }}
            onLevelChange={level =>
              onChange(candidates.map(other => (other === candidate ? { ...candidate, level } : other)))
            }
            onRemove={() => onChange(candidates.filter(other => other !== candidate))}
          />
        ))}
      </ul>
      <Combobox
        label={add}
        options={free.toSorted((a, b) => Number(canSee(b)) - Number(canSee(a)))}
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
        onChoose={([selectedCandidate]) =>
          selectedCandidate && onChange([...candidates, { key: selectedCandidate.key, level: 'view' }])
        }
      />
    </section>
  );
};

interface NamedRowProps {
  candidate: NamedCandidate;
  onLevelChange: (level: SharingLevel) => void;
  onRemove: () => void;
}

const NamedRow = ({ candidate: { name, level, access, accessAt }, onLevelChange, onRemove }: NamedRowProps) => {
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
          onChange={({ target }) => onLevelChange(target.value as SharingLevel)}
        />
      </div>
      <IconButton aria-label={t('matrix.access.remove', { name })} onClick={onRemove}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </li>
  );
};

/** Explains why a level has no effect, or why a higher level cannot be chosen. */
const useEffectText = ({
  level,
  access,
  accessAt,
}: Pick<NamedCandidate, 'level' | 'access' | 'accessAt'>): string | null => {
  const t = useT();
  const getReason = ({ reason }: MatrixAccess) => t(`matrix.access.reasons.${reason}`);
  if (access && access.level !== level)
    return t('matrix.access.effective', {
      level: t(`matrix.access.levels.${access.level}`),
      reason: getReason(access),
    });
  const highest = accessAt('edit');
  return highest.level === 'edit' ? null : t('matrix.access.onlyView', { reason: getReason(highest) });
};

const AccessExplanation = ({ sharing, users }: { sharing: Sharing; users: People['users'] }) => {
  const t = useT();
  const author = useAuthor();
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const user = users.find(({ id }) => id === selectedId);
  const access = user && getMatrixAccess({ ...user, grantedSlugs: new Set(user.slugs) }, { author, access: sharing });
  return (
    <section aria-label={t('matrix.access.explain')}>
      <h2>{t('matrix.access.explain')}</h2>
      <Combobox
        label={t('matrix.access.who')}
        options={users}
        selectedValues={user ? [user] : []}
        getOptionLabel={option => option.name}
        getOptionKey={option => option.id}
        onChoose={([firstUser]) => setSelectedId(firstUser?.id ?? null)}
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
