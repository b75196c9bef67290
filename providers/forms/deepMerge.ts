export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

export const deepMerge = (base: MessageTree, over: MessageTree): MessageTree => {
  const result: Record<string, string | MessageTree> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = result[key];
    result[key] = typeof value === 'string' || typeof below !== 'object' ? value : deepMerge(below, value);
  }
  return result;
};
