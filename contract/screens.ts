import { HOME } from './addresses.ts';
import type { PageName } from './pages.ts';
import { type Access, accessOfAny } from './permissions.ts';
import type { OwnResource } from './records.ts';

/** A resource or a page: what a title names, and what a person is told that they may not open. */
export type Section = OwnResource | PageName;

/** The addresses of a resource's screens, and who may open each, where the rules of its calls do not say it. */
export interface Screens {
  /** Who may open the list; whoever may read it by default. */
  list?: Access;
  /** The last part of the address of a new record; `create` by default. */
  create?: 'new' | 'create';
  /** The tabs of the editor by their address, with who may open each. Without them the form stands at `/:id/edit`. */
  tabs?: Readonly<Record<string, Access>>;
  /** Who may open the editor where the address names no tab; by default whoever may open any of them. */
  editor?: Access;
  /** Addresses may name the tab before the record as well: `/edit/7` beside `/7/edit`. */
  tabFirst?: boolean;
  /** The section that a title names and a notice speaks of; the resource itself by default. */
  section?: Section;
}

/** A route of the application and who may open it. */
export interface RouteRule {
  /** Whole address; parameters as `:name`. */
  path: string;
  access: Access;
  section: Section;
  /** The address that this one leads to. */
  aliasOf?: string;
}

interface Routed {
  name: string;
  access: Record<'list' | 'read' | 'create', Access>;
  screens: Screens;
  section: Section;
}

/** The routes of a resource: list, new record, editor with its tabs or its form, and the other spellings of §2. */
export const resourceRoutes = ({ name, access, screens, section }: Routed): RouteRule[] => {
  const list = `${HOME}/${name}`;
  const rule = (path: string, who: Access, aliasOf?: string): RouteRule => ({
    path: `${list}${path}`,
    access: who,
    section,
    ...(aliasOf && { aliasOf: `${list}${aliasOf}` }),
  });
  const { tabs, create = 'create', tabFirst = false } = screens;
  const editor = tabs
    ? [
        rule('/:id', screens.editor ?? accessOfAny(Object.values(tabs))),
        ...Object.entries(tabs).flatMap(([tab, who]) => [
          rule(`/:id/${tab}`, who),
          ...(tabFirst ? [rule(`/${tab}/:id`, who, `/:id/${tab}`)] : []),
        ]),
      ]
    : [rule('/:id', access.read), rule('/:id/edit', access.read), rule('/edit/:id', access.read)];
  return [rule('', screens.list ?? access.list), rule(`/${create}`, access.create), ...editor];
};
