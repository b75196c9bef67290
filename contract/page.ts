import type { MenuPlace } from './menu.ts';
import type { Access } from './permissions.ts';
import type { OwnResource } from './records.ts';

/** A page that shows no single resource. */
export interface Page {
  /** Below `/content`; parameters as `:name`. */
  path: `/${string}` | '';
  access: Access;
  /** Its place in the menu; in none by default. */
  menu?: MenuPlace;
  /** The resource that it is a part of: whoever may not open the page is told of that. */
  section?: OwnResource;
}

/** Declares pages; their names are those of their texts and of their components. */
export const definePages = <const P extends Record<string, Page>>(
  pages: P & { [N in keyof P]: Record<Exclude<keyof P[N], keyof Page>, never> },
): P => pages;
