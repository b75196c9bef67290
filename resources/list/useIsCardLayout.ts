import { useMediaQuery } from '#ui/useMediaQuery.ts';

/** Whether rows are drawn as cards; must match the breakpoint in `RecordTable.module.css`. */
export const useIsCardLayout = (): boolean => useMediaQuery('(max-width: 700px)');
