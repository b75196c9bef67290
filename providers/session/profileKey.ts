/** §3: where the profile persists; apart from the store, so that the sign-in page can forget it without React. */
export const PROFILE_KEY = 'vitrina.profile';
