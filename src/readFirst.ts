import { RECORD_PAGE } from '#contract/addresses.ts';
import { confinedTo, ruleOf } from '#contract/routes.ts';
import { resources } from '#resources/all.ts';
import { listAddress } from '#resources/schema/addresses.ts';
import { editor } from '#resources/schema/edit/lazyEditor.ts';
import { readList } from '#resources/schema/list/readList.ts';
import type { Services } from './services.ts';

/**
 * Reads what the page begins with, if the person may come to it, while nothing of it is drawn yet: a list, or the code of
 * an editor, whose record is on its way.
 */
export const readFirst = async (services: Services, { pathname, search }: Location): Promise<void> => {
  const { profile } = services;
  const definitions = resources.map(({ definition }) => definition);
  const definition = definitions.find(({ name }) => listAddress(name) === pathname);
  const [, parent] = RECORD_PAGE.exec(pathname) ?? [];
  if (definitions.some(({ name }) => listAddress(name) === parent)) await editor.preload();
  if (!definition || !profile.can(ruleOf(pathname)?.access)) return;
  if (confinedTo(profile.current()?.role.slug ?? '', pathname)) return;
  await readList(services, definition, search);
};
