import { createTabStorage } from '#providers/session/tabStorage.ts';

/** What the tabs of this browser share. */
export const sharedStorage = createTabStorage(() => window.localStorage);

/** What is this tab's own and outlives a reload. */
export const ownStorage = createTabStorage(() => window.sessionStorage);
