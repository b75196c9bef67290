/**
 * The label of a status or a choice: the resource's own, else the shared one. Russian declines them by what they
 * describe: a product is «активен», a model «активна».
 * @param textAt the text of a key, or the fallback where there is none
 */
export const getOptionLabel = (
  textAt: (key: string, fallback: string) => string,
  resource: string | undefined,
  word: string,
): string => textAt(`resources.${resource}.words.${word}`, textAt(`words.${word}`, word));
