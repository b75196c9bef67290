/** §3. A separate module, because the sign-in page clears the profile without loading the store and React. */
export const PROFILE_KEY = 'vitrina.profile';
