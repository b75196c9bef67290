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
import { usePageNames } from '../fields/usePageNames.ts';
import styles from './RoleHolders.module.css';

type User = ResourceRecord<'users'>;

export const RoleHolders = () => {
  const t = useT();
  const { canAccess: canList = false, isPending } = useCanAccess({ resource: 'users', action: 'list' });
  const record = useRecordContext<ResourceRecord<'roles'>>();
  useLiveRecords('users', { enabled: canList });
  const { data: people = [] } = useGetList<User>(
    'users',
    {
      filter: { role: [record?.slug] },
      pagination: { page: 1, perPage: MAX_PER_PAGE },
      sort: { field: 'name', order: 'ASC' },
    },
    { enabled: canList && record !== undefined },
  );
  const title = t('people.holders.title');
  return (
    <section className={styles['holders']} aria-label={title}>
      <h2>{title}</h2>
      {!isPending && !canList && <p>{t('people.holders.hidden')}</p>}
      {canList && people.length === 0 && <p>{t('people.holders.none')}</p>}
      <ul>
        {people.map(({ id, name, status }) => (
          <li key={id}>
            <Link to={`/content/users/${id}/edit`}>{name}</Link>
            {status === 'blocked' && <small> {t('people.holders.blocked')}</small>}
          </li>
        ))}
      </ul>
      {record && people.length > 0 && <RoleChangeEffect role={record} people={people} />}
    </section>
  );
};

interface UserEffect {
  name: string;
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
}

const RoleChangeEffect = ({ role, people }: { role: ResourceRecord<'roles'>; people: readonly User[] }) => {
  const t = useT();
  const nameOf = usePageNames();
  const chosen = (useWatch({ name: 'permissions' }) ?? role.permissions) as GrantedPermission[];
  const turns = people.map(
    ({ name, permissions }): UserEffect => ({
      name,
      before: mergeSlugs(role.permissions, permissions),
      after: mergeSlugs(chosen, permissions),
    }),
  );
  const gained = permissionSlugs.flatMap(slug => describeGainOrLoss(slug, turns, 'after', 'before'));
  const lost = permissionSlugs.flatMap(slug => describeGainOrLoss(slug, turns, 'before', 'after'));
  const [openedPages, closedPages] = [
    describePages(role.slug, turns, 'after', 'before'),
    describePages(role.slug, turns, 'before', 'after'),
  ];
  const joinNames = (names: readonly string[]): string => names.join(', ');
  const describeChanges = (way: 'gain' | 'lose', lines: typeof gained) =>
    lines.map(
      ({ slug, names }) => [t(`people.holders.${way}`, { name: t(`permissions.${slug}`) }), joinNames(names)] as const,
    );
  return (
    <Panel role="status" title={t('people.holders.effect')}>
      {gained.length + lost.length === 0 && <p>{t('people.holders.same')}</p>}
      <FactList
        facts={[
          ...describeChanges('gain', gained),
          ...describeChanges('lose', lost),
          ...(openedPages.length > 0 ? [[t('people.holders.opens'), joinNames(openedPages.map(nameOf))] as const] : []),
          ...(closedPages.length > 0
            ? [[t('people.holders.closes'), joinNames(closedPages.map(nameOf))] as const]
            : []),
        ]}
      />
    </Panel>
  );
};

const mergeSlugs = (...held: readonly (readonly GrantedPermission[])[]): ReadonlySet<string> =>
  new Set(held.flat().map(({ slug }) => slug));

type PermissionSide = 'before' | 'after';

const describeGainOrLoss = <S extends string>(
  slug: S,
  turns: readonly UserEffect[],
  held: PermissionSide,
  lacking: PermissionSide,
) => {
  const names = turns.filter(turn => turn[held].has(slug) && !turn[lacking].has(slug)).map(({ name }) => name);
  return names.length > 0 ? [{ slug, names }] : [];
};

const describePages = (
  role: string,
  turns: readonly UserEffect[],
  held: PermissionSide,
  lacking: PermissionSide,
): string[] => {
  const pages = turns.flatMap(turn => {
    const remainingPaths = new Set(listAccessiblePages(role, turn[lacking]).map(({ path }) => path));
    return listAccessiblePages(role, turn[held]).flatMap(({ path }) => (remainingPaths.has(path) ? [] : [path]));
  });
  return [...new Set(pages)];
};
