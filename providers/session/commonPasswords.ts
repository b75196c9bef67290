type Check = (password: string) => boolean;

/** The list of common passwords, in a file of its own; while it cannot be loaded, the server alone refuses them. */
export const loadCommonPasswords = (): Promise<Check> =>
  import('#contract/commonPasswords.ts').then(
    ({ isCommonPassword }) => isCommonPassword,
    (): Check => () => false,
  );
