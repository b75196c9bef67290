import { RECORD_PAGE } from '#contract/addresses.ts';
import { confinedTo, ruleOf } from '#contract/routes.ts';
import { resources } from '#resources/all.ts';
import { listAddress } from '#resources/engine/addresses.ts';
import { landingFor } from '#resources/form/editorAddresses.ts';
import { readRecord } from '#resources/form/readRecord.ts';
import { readList } from '#resources/list/readList.ts';
import type { Services } from './services.ts';

/** Reads what the page begins with, if the person may come to it, while nothing of it is drawn yet: a list, or a record. */
export const readFirst = async (services: Services, { pathname, search }: Location): Promise<void> => {
  const { profile } = services;
  const role = profile.current()?.role.slug ?? '';
  if (!profile.can(ruleOf(pathname)?.access) || confinedTo(role, pathname)) return;
  const at = (address: string | undefined) =>
    resources.map(({ definition }) => definition).find(({ name }) => listAddress(name) === address);
  const listed = at(pathname);
  if (listed) await readList(services, listed, search);
  const [, parent, id, tab] = RECORD_PAGE.exec(pathname) ?? [];
  const edited = at(parent);
  if (!edited || !id) return;
  const landing = () => landingFor(edited, id, { role, query: new URLSearchParams(search), may: profile.can });
  await readRecord(services, edited, { id, tab: tab ?? landing() });
};
