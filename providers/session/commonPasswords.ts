type PasswordCheck = (password: string) => boolean;

/** A separate chunk, because the list is large. Until it has loaded, only the server rejects common passwords. */
export const loadCommonPasswords = (): Promise<PasswordCheck> =>
  import('#contract/commonPasswords.ts').then(
    ({ isCommonPassword }) => isCommonPassword,
    (): PasswordCheck => () => false,
  );
