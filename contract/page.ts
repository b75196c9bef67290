import type { MenuPosition } from './menu.ts';
import type { Access } from './permissions.ts';
import type { DeclaredResource } from './records.ts';

export interface Page {
  path: `/${string}` | '';
  access: Access;
  menu?: MenuPosition;
  section?: DeclaredResource;
}

export const definePages = <const P extends Record<string, Page>>(
  pages: P & { [N in keyof P]: Record<Exclude<keyof P[N], keyof Page>, never> },
): P => pages;
