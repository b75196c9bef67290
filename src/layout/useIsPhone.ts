import { useMediaQuery } from '#ui/useMediaQuery.ts';

/** Must match the breakpoint in the layout's style sheets. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 900px)');
