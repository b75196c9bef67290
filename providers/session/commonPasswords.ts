type PasswordCheck = (password: string) => boolean;

/** Loads the list as a separate chunk, because it is large. Until then, only the server rejects common passwords. */
export const loadCommonPasswords = (): Promise<PasswordCheck> =>
  import('#contract/commonPasswords.ts').then(
    ({ isCommonPassword }) => isCommonPassword,
    (): PasswordCheck => () => false,
  );
