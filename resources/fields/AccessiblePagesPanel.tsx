import { listAccessiblePages } from '#contract/delegation.ts';
import { type PermissionSlug, permissionSlugs } from '#contract/permissions.ts';
import { matrixRoles } from '#contract/roles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { FactList, Panel } from '#ui/Panel.tsx';
import { usePageNames } from './usePageNames.ts';

interface AccessiblePagesPanelProps {
  role: string | null;
  grantedSlugs: ReadonlySet<string>;
  isOfRole: boolean;
}

/** Lists the pages that users with the chosen permissions can open, because permission slugs do not make this clear. */
export const AccessiblePagesPanel = ({ role, grantedSlugs, isOfRole }: AccessiblePagesPanelProps) => {
  const t = useT();
  const nameOf = usePageNames();
  const title = t(isOfRole ? 'people.accessiblePages.titleOfRole' : 'people.accessiblePages.title');
  const pages = listAccessiblePages(role ?? '', grantedSlugs);
  const slugsWithPages = [null, ...permissionSlugs].filter(slug => pages.some(page => page.slug === slug));
  const openedSlugs = new Set<string | null>(slugsWithPages);
  const noPages = permissionSlugs.filter(
    slug => grantedSlugs.has(slug) && !openedSlugs.has(slug) && isWithoutPage(slug),
  );
  return (
    <Panel title={title} aria-label={title}>
      {!isOfRole && role === null ? (
        <p>{t('people.accessiblePages.noRole')}</p>
      ) : (
        <>
          <p>{t(matrixRoles.has(role ?? '') ? 'people.accessiblePages.confined' : 'people.accessiblePages.about')}</p>
          <FactList
            facts={[
              ...slugsWithPages.map(
                slug =>
                  [
                    slug === null ? t('people.accessiblePages.everybody') : t(`permissions.${slug}`),
                    joinNames(pages.filter(page => page.slug === slug).map(({ path }) => nameOf(path))),
                  ] as const,
              ),
              ...(noPages.length > 0
                ? [
                    [
                      t('people.accessiblePages.noPages'),
                      joinNames(noPages.map(slug => t(`permissions.${slug}`))),
                    ] as const,
                  ]
                : []),
            ]}
          />
        </>
      )}
    </Panel>
  );
};

const joinNames = (names: readonly string[]): string => names.join(', ');

const isWithoutPage = (slug: PermissionSlug): boolean =>
  listAccessiblePages('', new Set([slug])).every(page => page.slug !== slug);
