import { type ReactNode, use } from 'react';
import { ListContext, ListNoResults, Pagination } from 'react-admin';
import { ListFailed } from '../list/ListStates.tsx';

/** Shows what was read, and `failed` while nothing ever was. react-admin's `error` would hide rows that were, too. */
const ReadRows = ({ failed, children }: { failed: ReactNode; children: ReactNode }) => {
  const list = use(ListContext);
  return list?.error && list.data === undefined ? failed : children;
};

/** Shown by tables without rows, among them those of records that refer to the one on the screen. */
export const noRows = (
  <ReadRows failed={<ListFailed />}>
    <ListNoResults />
  </ReadRows>
);

/** react-admin's own would count rows that nobody knows of. */
export const listPagination = (
  <ReadRows failed={null}>
    <Pagination />
  </ReadRows>
);
