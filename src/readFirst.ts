import { confinedTo, ruleOf } from '#contract/routes.ts';
import { resources } from '#resources/all.ts';
import { listAddress } from '#resources/schema/addresses.ts';
import { readList } from '#resources/schema/list/readList.ts';
import type { Services } from './services.ts';

/** Reads the list that the page begins with, if the person may come to it, while nothing of it is drawn yet. */
export const readFirst = async (services: Services, { pathname, search }: Location): Promise<void> => {
  const { profile } = services;
  const definition = resources.map(({ definition }) => definition).find(({ name }) => listAddress(name) === pathname);
  if (!definition || !profile.can(ruleOf(pathname)?.access)) return;
  if (confinedTo(profile.current()?.role.slug ?? '', pathname)) return;
  await readList(services, definition, search);
};
