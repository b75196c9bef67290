/** Pages whose code is there: what their addresses have in common, whichever record they show. */
const ready = new Set<string>();

const kindOf = (pathname: string): string => pathname.replace(/\/$/, '').replaceAll(/\/\d+(?=\/|$)/g, '/:id');

/** Takes note that all the code of the page at this address is there, or was when it was drawn. */
export const markReady = (pathname: string): void => void ready.add(kindOf(pathname));

/** Whether such a page can be drawn at once: nothing of it would have to be waited for. */
export const isReady = (pathname: string): boolean => ready.has(kindOf(pathname));
