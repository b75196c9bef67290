type Check = (password: string) => boolean;

/** A separate chunk, because the list is large. Until it has loaded, only the server rejects common passwords. */
export const loadCommonPasswords = (): Promise<Check> =>
  import('#contract/commonPasswords.ts').then(
    ({ isCommonPassword }) => isCommonPassword,
    (): Check => () => false,
  );
