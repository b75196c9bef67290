import useMediaQuery from '@mui/material/useMediaQuery';

/** Whether the window is as narrow as the layout's style sheets call a phone. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 900px)', { noSsr: true });
