import { createTabStorage } from '#providers/session/tabStorage.ts';

export const sharedStorage = createTabStorage(() => window.localStorage);

export const tabStorage = createTabStorage(() => window.sessionStorage);
