import { HOME_PATH } from './addresses.ts';
import type { PageName } from './pages.ts';
import { type Access, combineAccess } from './permissions.ts';
import type { DeclaredResource } from './records.ts';

export type Section = DeclaredResource | PageName;

export interface Screens {
  list?: Access;
  /** The last path segment of the create screen, `create` by default. §2 uses two different words. */
  create?: 'new' | 'create';
  /** Tabs of the editor by path segment, with their access. Without tabs the form is at `/:id/edit`. */
  tabs?: Readonly<Record<string, Access>>;
  /**
   * §2: the default tab. Photographers get a different tab, unless the query contains the parameter. If there is no
   * default tab, the first tab that the user may open is used.
   */
  defaultTab?: { tab: string; photographer: string; parameter: string };
  /** Who may open the editor without naming a tab; by default anyone who may open some tab. */
  editor?: Access;
  /** Also accepts the tab before the id, `/edit/7` as well as `/7/edit`, because §2 links to both. */
  tabFirst?: boolean;
  section?: Section;
}

export interface RouteRule {
  path: string;
  access: Access;
  section: Section;
  aliasOf?: string;
}

interface RoutedResource {
  name: string;
  access: Record<'list' | 'read' | 'create', Access>;
  screens: Screens;
  section: Section;
}

/** The routes of a resource, including the alternative spellings in §2. */
export const listResourceRoutes = ({ name, access, screens, section }: RoutedResource): RouteRule[] => {
  const list = `${HOME_PATH}/${name}`;
  const rule = (path: string, requiredAccess: Access, aliasOf?: string): RouteRule => ({
    path: `${list}${path}`,
    access: requiredAccess,
    section,
    ...(aliasOf && { aliasOf: `${list}${aliasOf}` }),
  });
  const { tabs, create = 'create', tabFirst = false } = screens;
  const editor = tabs
    ? [
        rule('/:id', screens.editor ?? combineAccess(Object.values(tabs))),
        ...Object.entries(tabs).flatMap(([tab, requiredAccess]) => [
          rule(`/:id/${tab}`, requiredAccess),
          ...(tabFirst ? [rule(`/${tab}/:id`, requiredAccess, `/:id/${tab}`)] : []),
        ]),
      ]
    : [rule('/:id', access.read), rule('/:id/edit', access.read), rule('/edit/:id', access.read)];
  return [rule('', screens.list ?? access.list), rule(`/${create}`, access.create), ...editor];
};
