type Check = (password: string) => boolean;

/** Loads the list of common passwords, a separate chunk. Until it has loaded, only the server rejects them. */
export const loadCommonPasswords = (): Promise<Check> =>
  import('#contract/commonPasswords.ts').then(
    ({ isCommonPassword }) => isCommonPassword,
    (): Check => () => false,
  );
