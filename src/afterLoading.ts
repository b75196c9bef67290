/**
 * Starts once the module that is being loaded has been. Whatever asks the browser for a cookie or a file has it look up
 * where it was called from: a large module that was still on the stack would be read all over again for that, 10 ms.
 */
export const afterLoading = (start: () => Promise<void>): void => queueMicrotask(() => void start());
