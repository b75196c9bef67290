/** The trash is a filter of its list, but shows rows of its own. */
export const TRASH_SEARCH = '?trash';

export const isTrashAddress = (search: string): boolean => new URLSearchParams(search).has('trash');
