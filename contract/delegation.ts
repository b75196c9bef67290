import { isAllowed, type PermissionSlug } from './permissions.ts';
import { getMatrixRoleRedirect, routes } from './routes.ts';
import type { RouteRule } from './screens.ts';

export interface AccessiblePage {
  path: string;
  slug: PermissionSlug | null;
}

/**
 * The pages that a role with these permissions can open, in route order. Leaves out aliases and the pages of individual
 * references, because these all share one access rule.
 */
export const listAccessiblePages = (role: string, grantedSlugs: ReadonlySet<string>): AccessiblePage[] =>
  routes
    .filter(
      rule =>
        isPageRoute(rule) && getMatrixRoleRedirect(role, rule.path) === null && isAllowed(rule.access, grantedSlugs),
    )
    .map(({ path, access }) => ({
      path,
      slug: typeof access === 'string' ? null : (access.find(slug => grantedSlugs.has(slug)) ?? null),
    }));

const REFERENCE_PREFIX = '/content/settings/reference/';

const isPageRoute = ({ path, aliasOf }: RouteRule): boolean =>
  !aliasOf &&
  !path.endsWith('/:id') &&
  !(path.startsWith(REFERENCE_PREFIX) && !/^(create|:id\/edit)$/.test(path.slice(REFERENCE_PREFIX.length)));

interface RightsHolder {
  id: number;
  rights: readonly { slug: string }[];
}

/**
 * Whether one user's permissions include all permissions of another user. Required for editing, deleting or
 * impersonating a user; otherwise a user administrator could take over a more powerful account.
 */
export const hasAllPermissions = (
  grantedSlugs: ReadonlySet<string>,
  permissions: readonly { slug: string }[],
): boolean => permissions.every(({ slug }) => grantedSlugs.has(slug));

/**
 * Fields that users cannot change in their own account, so that they can neither gain permissions nor lock themselves
 * out.
 */
export const fieldsLockedForSelf = ['role', 'permissions', 'status', 'password', 'email'] as const;

interface RequestingUser {
  id: number;
  grantedSlugs: ReadonlySet<string>;
  /** Whether the caller is acting as this user. Users can administer accounts only in their own name. */
  isActing: boolean;
}

export const canChangeUser = (changer: RequestingUser, user: RightsHolder, names: readonly string[]): boolean =>
  !changer.isActing &&
  hasAllPermissions(changer.grantedSlugs, user.rights) &&
  (changer.id !== user.id || !names.some(name => fieldsLockedForSelf.some(other => other === name)));

/**
 * Whether a user may block, delete or impersonate another user. Users may not do this to themselves, since they could
 * not undo it.
 */
export const canActOnUser = (changer: RequestingUser, user: RightsHolder): boolean =>
  !changer.isActing && changer.id !== user.id && hasAllPermissions(changer.grantedSlugs, user.rights);
