import { useDeferredValue } from 'react';

/**
 * False in the first render and true right after it. Enables the requests of the frame around a screen: those of the
 * screen itself are then sent first, and a browser sends only six at a time over HTTP/1.1.
 */
export const useAfterFirstRender = (): boolean => useDeferredValue(true, false);
