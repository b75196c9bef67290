import { useCanAccess, useGetList, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { listAccessiblePages } from '#contract/delegation.ts';
import type { GrantedPermission } from '#contract/fields/permissions.ts';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import { permissionSlugs } from '#contract/permissions.ts';
import { type ResourceRecord } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { FactList, Panel } from '#ui/Panel.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { useFormats } from '../engine/format.ts';
import { usePageNames } from '../fields/usePageNames.ts';
import styles from './RoleHolders.module.css';

type User = ResourceRecord<'users'>;

export const RoleHolders = () => {
  const t = useT();
  const { number } = useFormats();
  const { canAccess: canList = false, isPending } = useCanAccess({ resource: 'users', action: 'list' });
  const record = useRecordContext<ResourceRecord<'roles'>>();
  useLiveRecords('users', { enabled: canList });
  const {
    data: users,
    total = 0,
    error,
    refetch,
  } = useGetList<User>(
    'users',
    {
      filter: { role: [record?.slug] },
      pagination: { page: 1, perPage: MAX_PER_PAGE },
      sort: { field: 'name', order: 'ASC' },
    },
    { enabled: canList && record !== undefined },
  );
  const hiddenCount = users ? total - users.length : 0;
  const title = t('people.holders.title');
  return (
    <section className={styles['holders']} aria-label={title}>
      <h2>{title}</h2>
      {!isPending && !canList && <p>{t('people.holders.hidden')}</p>}
      {canList && !users && !error && <p role="status">{t('shell.loading')}</p>}
      {canList && !users && error && <ReadError error={error} onRetry={() => void refetch()} />}
      {users?.length === 0 && <p>{t('people.holders.none')}</p>}
      <ul>
        {users?.map(({ id, name, status }) => (
          <li key={id}>
            <Link to={`/content/users/${id}/edit`}>{name}</Link>
            {status === 'blocked' && <small> {t('people.holders.blocked')}</small>}
          </li>
        ))}
        {hiddenCount > 0 && <li>{t('listing.bulk.andMore', { number: number(hiddenCount) })}</li>}
      </ul>
      {record && users && users.length > 0 && <RoleChangeEffect role={record} users={users} />}
    </section>
  );
};

interface UserEffect {
  name: string;
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
}

const RoleChangeEffect = ({ role, users }: { role: ResourceRecord<'roles'>; users: readonly User[] }) => {
  const t = useT();
  const nameOf = usePageNames();
  const selectedPermissions = (useWatch({ name: 'permissions' }) ?? role.permissions) as GrantedPermission[];
  const effects = users.map(
    ({ name, permissions }): UserEffect => ({
      name,
      before: mergeSlugs(role.permissions, permissions),
      after: mergeSlugs(selectedPermissions, permissions),
    }),
  );
  const gainedSlugs = permissionSlugs.flatMap(slug => describeGainOrLoss(slug, effects, 'after', 'before'));
  const lostSlugs = permissionSlugs.flatMap(slug => describeGainOrLoss(slug, effects, 'before', 'after'));
  const [openedPages, closedPages] = [
    describePages(role.slug, effects, 'after', 'before'),
    describePages(role.slug, effects, 'before', 'after'),
  ];
  const joinNames = (names: readonly string[]): string => names.join(', ');
  const describeChanges = (direction: 'gain' | 'lose', lines: typeof gainedSlugs) =>
    lines.map(
      ({ slug, names }) =>
        [t(`people.holders.${direction}`, { name: t(`permissions.${slug}`) }), joinNames(names)] as const,
    );
  return (
    <Panel role="status" title={t('people.holders.effect')}>
      {gainedSlugs.length + lostSlugs.length === 0 && <p>{t('people.holders.same')}</p>}
      <FactList
        facts={[
          ...describeChanges('gain', gainedSlugs),
          ...describeChanges('lose', lostSlugs),
          ...(openedPages.length > 0 ? [[t('people.holders.opens'), joinNames(openedPages.map(nameOf))] as const] : []),
          ...(closedPages.length > 0
            ? [[t('people.holders.closes'), joinNames(closedPages.map(nameOf))] as const]
            : []),
        ]}
      />
    </Panel>
  );
};

const mergeSlugs = (...permissionLists: readonly (readonly GrantedPermission[])[]): ReadonlySet<string> =>
  new Set(permissionLists.flat().map(({ slug }) => slug));

type PermissionSide = 'before' | 'after';

const describeGainOrLoss = <S extends string>(
  slug: S,
  effects: readonly UserEffect[],
  heldSide: PermissionSide,
  lackingSide: PermissionSide,
) => {
  const names = effects
    .filter(effect => effect[heldSide].has(slug) && !effect[lackingSide].has(slug))
    .map(({ name }) => name);
  return names.length > 0 ? [{ slug, names }] : [];
};

const describePages = (
  role: string,
  effects: readonly UserEffect[],
  heldSide: PermissionSide,
  lackingSide: PermissionSide,
): string[] => {
  const pages = effects.flatMap(effect => {
    const remainingPaths = new Set(listAccessiblePages(role, effect[lackingSide]).map(({ path }) => path));
    return listAccessiblePages(role, effect[heldSide]).flatMap(({ path }) => (remainingPaths.has(path) ? [] : [path]));
  });
  return [...new Set(pages)];
};
