import { useMediaQuery } from '#ui/useMediaQuery.ts';

/** Whether the window is as narrow as the layout's style sheets call a phone. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 900px)');
