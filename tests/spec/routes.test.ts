import { describe, expect, it } from 'vitest';
import { isAllowed, permissionSlugs } from '#contract/permissions.ts';
import { findRouteRule, getMatrixRoleRedirect, navigation, routes, settingsNavigation } from '#contract/routes.ts';
import { fromReactAdminPath } from '#resources/engine/resourcePaths.ts';
import { satisfies } from '#tests/support/rights.ts';
import { screens } from '#tests/support/screenRights.ts';

const bySlug = screens.filter(([, right]) => right !== 'session');

describe('§2 The table of routes', () => {
  it.each(bySlug)('[P21] [R51] %s needs %s alone', (path, slug) => {
    expect(findRouteRule(path)?.access).toEqual([slug]);
  });

  it.each(['/content', '/content/history'])('[R9] %s needs a session only', path => {
    expect(findRouteRule(path)?.access).toBe('signed-in');
  });

  it.each(permissionSlugs)('[P1] [P21] without %s alone, only its addresses are closed', slug => {
    const granted = new Set<string>(permissionSlugs.filter(other => other !== slug));
    for (const [path, right] of screens)
      expect([path, isAllowed(findRouteRule(path)?.access, granted)]).toEqual([
        path,
        satisfies(right, has => granted.has(has)),
      ]);
  });

  it.each(['/content/nothing', '/content/nomenclature/7/secrets', '/content/users/7/edit/more', '/elsewhere'])(
    '[R72] %s has no rule and is closed',
    path => expect(findRouteRule(path)).toBeNull(),
  );

  it('[R11] a fixed segment wins over a parameter', () => {
    expect(findRouteRule('/content/nomenclature/import')?.path).toBe('/content/nomenclature/import');
  });

  it.each([
    ['/content/settings/language/7', '/content/settings/language/7/edit'],
    ['/content/users/create', '/content/users/create'],
    ['/content/settings/reference/brand/create', '/content/settings/reference/brand/create'],
    ['/content/settings/reference/brand/7', '/content/settings/reference/brand/7/edit'],
    ['/content/nomenclature/create', '/content/nomenclature/new'],
    ['/content/nomenclature/7', '/content/nomenclature/7'],
    ['/content/catalog', '/content/catalog'],
  ])('[Q7] react-admin’s address %s means %s', (theirs, ours) => expect(fromReactAdminPath(theirs)).toBe(ours));

  it('[P1] every slug of a route is one of the contract', () => {
    const named = routes.flatMap(({ access }) => (Array.isArray(access) ? access : []));
    expect(named.filter(slug => !permissionSlugs.includes(slug))).toEqual([]);
  });

  it('[P21] every entry of the menu and of the settings leads to a route with a rule', () => {
    expect([...navigation, ...settingsNavigation].filter(({ link }) => !findRouteRule(link))).toEqual([]);
  });

  it.each(['admin_matrix', 'manager_matrix'])('[R50] %s is led to the matrices from every other address', role => {
    expect(getMatrixRoleRedirect(role, '/content')).toBe('/content/matrices');
    expect(getMatrixRoleRedirect(role, '/content/matricesX')).toBe('/content/matrices');
    expect(getMatrixRoleRedirect(role, '/content/matrices/7/edit')).toBeNull();
    expect(getMatrixRoleRedirect('admin', '/content')).toBeNull();
  });
});
